"""The files of a generated server beside its NOTES.INI: documents, storcli, sysctl, `show stat` and df."""

from random import Random

SERVER_ITEMS = (
    "Domain=Acme", "ServerTitle=Mail", "CreateAccess=LocalDomainAdmins", "ReplicaAccess=LocalDomainServers",
    "DenyAccess=Leavers", "AllowMonitors=LocalDomainAdmins", "TrustedSrvrs=LocalDomainServers", "LdISite=0",
    "TRANSLOG_Status=1", "TRANSLOG_Path=/local/translog", "TRANSLOG_Style=0", "TRANSLOG_UseAll=0", "QtaMthd=1",
    "TRANSLOG_AutoFixup=1", "DAOSEnable=1", "DAOSBasePath=/local/daos", "HTTP_Port=80",
    "HTTP_HomeURL=homepage.nsf", "HTTP_EnableSessionAuth=1", "HTTP_NormalMode=0", "HTTP_SSLMode=0",
    "HTTP_SSLPort=443", "HTTP_TCPNP=0", "HTTP_AllowAnonymous=0", "HTTP_SSLAnonymous=0", "HTTP_EnforceAccess=1",
    "HTTP_DatabaseBrowsing=0", "LDAP_EnforceAccess=0", "IMAP_EnforceAccess=0", "POP3_EnforceAccess=0",
    "SMTPListenerEnabled=1", "SMTP_PortStatus=1", "Router_PortStatus=1", "AdminPInterval=60",
)  # fmt: skip
STATISTICS = {  # each with the most that it may be, or with the least too
    "Agent.Daily.ScheduledRuns": 400, "Agent.Daily.UnsuccessfulRuns": 9, "Database.BufferControlPool.Used": 4194304,
    "Database.Database.BufferPool.Peak.Megabytes": 1500, "Database.Database.BufferPool.PerCentReadsInBuffer": (85, 99),
    "Database.DbCache.CurrentEntries": 3000, "Database.DbCache.HighWaterMark": 5000, "Database.DbCache.Hits": 9**7,
    "Database.DbCache.InitialDbOpens": 9**6, "Database.DbCache.Lookups": 9**7, "Database.DbCache.MaxEntries": 5000,
    "Database.DbCache.OvercrowdingRejections": 20, "Database.ExtMgrPool.Used": 65534, "Database.NIFPool.Used": 9**8,
    "Database.NSFPool.Used": 9**8, "Database.NAMELookupCacheHits": 9**7, "Database.NAMELookupCacheMisses": 9**5,
    "Mail.AverageDeliverTime": 20, "Mail.AverageSizeDelivered": 200, "Mail.Dead": 30, "Mail.Delivered": 9**6,
    "Mail.Hold": 3, "Mail.Mailbox.AccessConflicts": 9**4, "Mail.Mailbox.Accesses": 9**6, "Mail.TotalFailures": 300,
    "Mail.TotalPending": 200, "Mail.TotalRouted": 9**7, "Mail.TransferFailures": 900, "Mail.Waiting": 100,
    "Mail.TransferThreads.Active": 24, "Mail.TransferThreads.Max": 25, "Mem.Allocated": 2 * 10**9,
    "Mem.Allocated.Process": 10**9, "Mem.Allocated.Shared": 10**9, "NET.GroupCache.Hits": 9**6,
    "NET.GroupCache.Misses": 9**4, "NET.GroupCache.NumEntries": 400, "NET.TCPIP.BytesReceived": 10**11,
    "NET.TCPIP.BytesSent": 10**11, "NET.TCPIP.Sessions.Established.Incoming": 9**5, "Replica.Docs.Added": 9**6,
    "Replica.Docs.Deleted": 9**5, "Replica.Docs.Updated": 9**5, "Replica.Failed": 200, "Replica.Successful": 9**5,
    "Platform.Memory.PagesPerSec": 90, "Platform.Memory.PagesPerSec.Avg": 90, "Platform.Memory.RAM.AvailMBytes": 9000,
    "Platform.PagingFile.Total.PctUtil": 9, "Platform.System.PctCombinedCpuUtil": 99,
    "Platform.System.PctCombinedCpuUtil.Avg": 99, "Server.AvailabilityIndex": 100, "Server.BootID": 9**6,
    "Server.ConcurrentTasks": 9, "Server.ExpansionFactor": 40, "Server.Sessions.Dropped": 400, "Server.Users": 400,
    "Server.Trans.PerMinute": 9000, "Server.Trans.PerMinute.Peak": 40000, "Server.Trans.Total": 9**8,
    "Server.Users.Active": 90, "Server.Users.Peak": 900, "SMTP.MessagesProcessed": 9**7, "Update.PendingList": 20,
    "Update.DeferredList": 5, "Update.PendingList.Max": 90,
}  # fmt: skip
PORT_STATISTICS = ("BytesReceived", "BytesSent", "Sessions.Limit", "Sessions.Peak", "Sessions.Established.Incoming")
FIXED = (
    "Database.RM.Sys.Log.Type = Circular", "Database.RM.Sys.Logged = Enabled", "Mem.Availability = Plentiful",
    "Mem.PhysicalRAM = 33562648576", "Server.CPU.Count = 8", "Server.ElapsedTime = 33 days 02:11:47",
    "Server.MailBoxes = 2", "Server.Path.Data = /local/notesdata", "Platform.Memory.RAM.TotalMBytes = 32007",
    "Platform.LogicalDisk.TotalNumofDisks = 3", "Stats.Time.Current = 11/21/2026 08:03:06 AM CET",
)  # fmt: skip
DISAGREE = 0.1  # the chance that a document says something else than the server runs with
MOUNTS = ("/", "/local", "/local/translog", "/local/daos")


def server_document(name: str, release: str, settings: dict[str, str], draw: Random) -> str:
    """Return the Server document as DXL. Nine of ten documents agree with the settings of NOTES.INI."""
    performance = str(draw.randint(1, 3)) if draw.random() < DISAGREE else settings.get("TRANSLOG_Performance", "2")
    items = [
        f"TRANSLOG_Performance={performance}", f"ServerBuildNumber=Release {release}",
        f"SMTPFullHostDomain={name.lower()}.example.com",
        f"DAOSMinObjSize={settings['DAOSMinObjSize']}", f"HTTP_MaxActiveThreads={draw.randint(20, 120)}",
        f"AdminPMaxThreads={draw.randint(1, 9)}", f"FREnbld={draw.randint(0, 1)}", f"NSDEnbld={draw.randint(0, 1)}",
    ]  # fmt: skip
    return _document("Server", name, [*SERVER_ITEMS, *items])


def configuration_document(name: str, draw: Random) -> str:
    """Return the Configuration document as DXL."""
    boxes = draw.randint(1, 4) if draw.random() < DISAGREE else 2
    items = [
        "UseAsDefault=0", "ILEnforce=1", f"ILMaxTries={draw.randint(3, 12)}",
        f"Mail_Number_Of_MailBoxes={boxes}", f"MailMaxThreads={draw.randint(1, 25)}",
        f"MailMaxDeliveryThreads={draw.randint(1, 25)}", f"RouterMaxMailSize={draw.randint(0, 20000)}",
    ]  # fmt: skip
    return _document("ServerConfig", name, items)


def _document(form: str, name: str, items: list[str]) -> str:
    pairs = (item.split("=", 1) for item in items)
    fields = "".join(f"<item name='{key}'><{_kind(value)}>{value}</{_kind(value)}></item>\n" for key, value in pairs)
    return (
        "<?xml version='1.0' encoding='utf-8'?>\n"
        f"<document xmlns='http://www.lotus.com/dxl' version='14.0' form='{form}'>\n"
        f"<item name='Form'><text>{form}</text></item>\n<item name='Type'><text>{form}</text></item>\n"
        f"<item name='ServerName' names='true'><text>CN={name}/O=Acme</text></item>\n{fields}</document>\n"
    )


def _kind(value: str) -> str:
    return "number" if len(value) > 1 and value.isdigit() else "text"


def show_stat(number: int, draw: Random) -> str:
    """Return the output of `show stat` with more than 1,100 statistics, as a mail server prints it."""
    counted = [
        f"{name} = {draw.randint(*(limit if isinstance(limit, tuple) else (limit // 9, limit)))}"
        for name, limit in STATISTICS.items()
    ]
    volumes = [f"Disk.{mount}.Free = {draw.randint(10**9, 10**12)}" for mount in MOUNTS[1:]]
    ports = [f"NET.VPN{port}.{name} = {draw.randint(0, 10**6)}" for port in range(200) for name in PORT_STATISTICS]
    lines = sorted([*FIXED, *counted, *volumes, *ports, f"Server.Name = Mail{number:05d}/Acme"])
    return "> show stat\n\n" + "".join(f"  {line}\n" for line in lines) + f"  {len(lines)} statistics found\n"


def storage(draw: Random) -> str:
    """Return what `storcli64 /c0/vall show` prints of four virtual drives."""
    rows = "".join(
        f"{number}/{number}   {draw.choice(('RAID1', 'RAID5', 'RAID10')):<6} {draw.choice(('Optl', 'Optl', 'Dgrd'))}  "
        f"RW     Yes     RW{draw.choice('BT')}D  -   ON  278.875 GB {mount.rpartition('/')[2] or 'OS'}\n"
        for number, mount in enumerate(MOUNTS)
    )
    line = "-" * 64
    return (
        "# storcli64 /c0/vall show\nCLI Version = 007.2705.0000.0000 August 24, 2023\n"
        "Operating system = Linux 4.18.0-553.el8.x86_64\nController = 0\nStatus = Success\nDescription = None\n\n\n"
        f"Virtual Drives :\n==============\n\n{line}\n"
        f"DG/VD TYPE   State Access Consist Cache Cac sCC     Size Name  \n{line}\n{rows}{line}\n"
    )


def tunables(draw: Random) -> str:
    """Return what `sysctl -a` prints of the parameters that Domino's documentation names."""
    lines = (
        "fs.file-max = 3226912",
        "kernel.pid_max = 4194304",
        "kernel.sem = 250\t256000\t32\t1024",
        "kernel.shmall = 18446744073692774399",
        "kernel.shmmax = 18446744073692774399",
        f"net.core.somaxconn = {draw.choice((128, 4096))}",
        "net.ipv4.ip_local_port_range = 32768\t60999",
        f"net.ipv4.tcp_fin_timeout = {draw.randint(10, 60)}",
        f"vm.swappiness = {draw.choice((1, 10, 30, 60))}",
    )
    return "".join(f"{line}\n" for line in lines)


def disks(draw: Random) -> str:
    """Return what `df` prints of the volumes."""
    rows = ["Filesystem            1024-blocks      Used Available Capacity Mounted on"]
    for number, mount in enumerate(MOUNTS):
        blocks, used = draw.randint(10**7, 10**9), draw.randint(10, 97)
        free = blocks * (100 - used) // 100
        rows.append(f"/dev/sd{'abcd'[number]}1 {blocks:>24} {blocks - free:>9} {free:>9} {used:>7}% {mount}")
    return "\n".join(rows) + "\n"
