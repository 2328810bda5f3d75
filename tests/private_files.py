"""Files of a made-up company in all kinds of input, and the private strings in them, which no copy may contain."""

from pathlib import Path

NOTES_INI = r"""[Notes]
KitType=2
Directory=E:\Kestrelwood\Data
NotesProgram=C:\Program Files\HCL\Domino
ServerName=CN=Zugspitz7/OU=Nordlager/O=Kestrelwood
KeyFileName_Owner=CN=Zugspitz7/OU=Nordlager/O=Kestrelwood
KeyFileName=E:\Kestrelwood\Data\zugspitz7.id
Domain=KESTREL-NET
MailServer=Watzmann3/Nordlager/Kestrelwood
FaultRecovery_Build=Release 12.0.2FP3
Ports=TCPIP
TCPIP=TCP,0,15,0
TCPIP_TcpIpAddress=0,172.23.114.87:1352
ServerTasks=Update,Replica,Router,AMgr,AdminP,HTTP
SMTP_Relay=smtp-out.falkenbach-it.de
Deny_Access=Ausgeschieden,Torben Quist/Kestrelwood
Allow_Access=*/Kestrelwood,Servergruppe Mitte
NewMailServer=watzmann3/nordlager/kestrelwood
Backup_Target=\\fileserv9\domsave$\zugspitz7
HTTP_Home_URL=https://portal.kestrelwood.example/start?user=wprzybylska
LDAPAddress=ldap.birkenhof.lan
KESTRELWOOD_MailRule=1
; Contact Wanda Przybylska, +49 171 5550199, wanda.przybylska@kestrelwood.example
Server_Console_Password=Geheim4711!
TRANSLOG_Status=0
NSF_BUFFER_POOL_SIZE_MB=256
ServerTasksAt1=Catalog,Design
IPv6_Listener=[2001:4dd4:9f3::72]
ReplicaOfDirectory=C1257A4B:004F3B21
"""
DXL = """<?xml version='1.0' encoding='utf-8'?>
<!DOCTYPE document SYSTEM 'xmlschemas/domino_12_0_2.dtd'>
<document xmlns='http://www.lotus.com/dxl' version='12.0' replicaid='C1257A4B004F3B21' form='Server'>
<noteinfo noteid='904' unid='0116E2BCC12588E60E68456400000904' sequence='9'></noteinfo>
<updatedby><name>CN=Torben Quist/O=Kestrelwood</name></updatedby>
<item name='Form'><text>Server</text></item>
<item name='Type'><text>Server</text></item>
<item name='ServerName' names='true'><text>CN=Zugspitz7/OU=Nordlager/O=Kestrelwood</text></item>
<item name='ServerTitle'><text>Mail for Hallertau and Spessart</text></item>
<item name='Domain'><text>KESTREL-NET</text></item>
<item name='ClusterName'><text>Doppeladler</text></item>
<item name='SMTPFullHostDomain'><text>zugspitz7.mail.kestrelwood.example</text></item>
<item name='NetName_0'><text>Talnetz</text></item>
<item name='NetAddr_0'><text>zugspitz7.falkenbach-it.de</text></item>
<item name='Administrator' names='true'><textlist><text>CN=Wanda Przybylska/O=Kestrelwood</text><text>Adminkreis</text></textlist></item>
<item name='AllowAccess' names='true'><textlist><text>CN=M\u00fcller &amp; S\u00f6hne/O=Kestrelwood</text><text>Servergruppe Mitte</text></textlist></item>
<item name='Owner' names='true'><text>CN=\u042f\u0440\u043e\u0441\u043b\u0430\u0432 \u0413\u0440\u043e\u043c\u043e\u0432/O=Kestrelwood</text></item>
<item name='LocalAdmin' names='true'><text>CN=\u96ea\u5c71\u592a\u90ce/O=Kestrelwood</text></item>
<item name='OfficePhoneNumber'><text>089/5550177</text></item>
<item name='Location'><text>Grauburg, Eichengasse 14</text></item>
<item name='HTTPPassword'><text>Sonnenblume99</text></item>
<item name='MajVer'><number>12</number></item>
</document>
"""
SHOW_SERVER = r"""Lotus Domino (r) Server (Release 12.0.2FP3 for Windows/64) 11/20/2026 09:00:00

Server name:            Zugspitz7/Nordlager/Kestrelwood - Mail for Hallertau
Domain name:            KESTREL-NET
Server directory:       E:\Kestrelwood\Data
Elapsed time:           12 days 00:27:11
Number of Mailboxes:    1
Pending mail: 0         Dead mail: 0
"""
SHOW_CLUSTER = """Cluster Information
Cluster name: Doppeladler, Server name: Zugspitz7/Nordlager/Kestrelwood
Server availability threshold: 0
Server availability index: 78 (state: AVAILABLE)
Cluster members (2)...
     server: Zugspitz7/Nordlager/Kestrelwood, availability index: 78
     server: Watzmann3/Nordlager/Kestrelwood, availability index: 52
"""
LOG = r"""[1A2C:0002-1B30] 11/16/2026 02:00:02 AM  Starting update of database views
[1A2C:0009-0F18] 11/16/2026 07:12:44 AM  Opened session for Ottilie Grünwald/Kestrelwood (Release 12.0.2)
[1A2C:0009-0F18] 11/16/2026 07:12:45 AM  Router: Unable to deliver message 0021FD07 to mail\ogruenwald.nsf: database is full
[1118:0014-1AA0] 11/16/2026 09:15:02 AM  SMTP Server: relay4.moorstedt.nl (91.198.23.45) connected
[1118:0014-1AA0] 11/16/2026 09:15:03 AM  Router: No route found to domain sumpfland.fr from server ZUGSPITZ7/KESTRELWOOD via server Karwendel2/Kestrelwood
[0D3C:0031-0C20] 11/17/2026 10:40:11 AM  Unable to open E:\Kestrelwood\Data\apps\kestrelwoodcrm.nsf: Insufficient memory.
[0D3C:0031-0C20] 11/17/2026 10:41:11 AM  User jdrossel@kestrelwood.example failed to authenticate
"""
NSD = """**************************************************************************
*                  Notes System Diagnostic (NSD)                         *
**************************************************************************

NSD Version   : 12.0.2.0 (Release 12.0.2FP3)
NSD Arguments : -batch -crashpid 3211
Host Name     : zugspitz7.kestrelwood.example
Start Time    : Fri Nov 20 04:10:35 2026
Data Directory: /srv/kestrelwood/data
Exec Directory: /opt/hcl/domino/notes/latest/linux

<@@ ------ System Data -> System Summary (Time 04:10:35) ------ @@>

OS Name       : Linux
User Name     : kestreladm
Memory        : 32007 MB total, 2911 MB free, 8211 MB available
"""
SYSTEMINFO = r"""Host Name:                 KW-ZUGSPITZ7
OS Name:                   Microsoft Windows Server 2019 Standard
OS Version:                10.0.17763 N/A Build 17763
Registered Owner:          Berthold Kranich
Registered Organization:   Kestrelwood
Product ID:                00429-70000-00000-AB123
System Type:               x64-based PC
Total Physical Memory:     8,061 MB
Available Physical Memory: 318 MB
Domain:                    ad.birkenhof.lan
Logon Server:              \\DCBIRKE01
Network Card(s):           1 NIC(s) Installed.
                           [01]: HPE Ethernet 1Gb 2-port 332i Adapter
                                 [01]: 172.23.114.88
"""
SSACLI = """
HPE Smart Array P408i-a SR Gen10 in Slot 0 (Embedded)
   Bus Interface: PCI
   Slot: 0
   Serial Number: PEYHC0ARH8QX12
   Controller Status: OK
   Cache Board Present: True
   Cache Status: OK
   Cache Ratio: 10% Read / 90% Write

   Array: A
      Interface Type: SAS
      Status: OK

      Logical Drive: 1
         Size: 279.4 GB
         Fault Tolerance: 1
         Status: OK
         Disk Name: /dev/sda
         Unique Identifier: 600508B1001C7E5A9D3F2C41B8A0E6D7
         Logical Drive Label: KestrelBoot

      physicaldrive 1I:1:1
         Port: 1I
         Box: 1
         Bay: 1
         Status: OK
         Size: 300 GB
         Serial Number: 93K0A0QRFTX7
         WWID: 5000C500A1B2C3D5
"""
ULIMIT = """[kestreladm@zugspitz7 ~]$ ulimit -a
core file size              (blocks, -c) unlimited
data seg size               (kbytes, -d) unlimited
file size                   (blocks, -f) unlimited
open files                          (-n) 4096
stack size                  (kbytes, -s) 8192
max user processes                  (-u) 8000
"""
DF = """Filesystem                  1K-blocks      Used Available Use% Mounted on
/dev/mapper/vgkestrel-data  209612800 189612800  20000000  91% /srv/kestrelwood/data
fileserv9:/vol/domsave       52403200  12403200  40000000  24% /mnt/domsave
"""
ONE_TOUCH = """{
  "serverSetup": {
    "server": {"type": "first", "name": "Silvretta5", "domainName": "KESTREL-NET", "title": "Hub of Spessart"},
    "network": {"hostName": "silvretta5.kestrelwood.example", "enablePortEncryption": true},
    "org": {"countryCode": "DE", "orgName": "Kestrelwood", "certifierPassword": "Murmeltier55"},
    "admin": {"firstName": "Leopoldine", "lastName": "Haberkorn", "password": "Dachstein88"},
    "notesINI": {"HTTPEnableMethods": "GET,POST"}
  }
}
"""
COMPOSE = """services:
  domino:
    image: registry.falkenbach-it.de/hclcom/domino:14.5
    container_name: silvretta5
    hostname: silvretta5.kestrelwood.example
    environment:
      SERVERSETUP_SERVER_TYPE: first
      SERVERSETUP_SERVER_NAME: Silvretta5
      SERVERSETUP_ADMIN_PASSWORD: Dachstein88
      SERVERSETUP_ORG_ORGNAME: Kestrelwood
    volumes:
      - /srv/kestrelwood/notesdata:/local/notesdata
"""
LIMITS = r"""# service account KESTRELAD\svc-falke, S-1-5-21-3623811015-3361044348-30300820-1013
kestreladm soft nofile 65535
kestreladm hard nofile 65535
"""
FILES = {
    "zugspitz7/notes.ini": NOTES_INI,
    "zugspitz7/serverdoc_zugspitz7_2026_08_02@16_05_20.dxl": DXL,
    "zugspitz7/show-server.txt": SHOW_SERVER,
    "zugspitz7/show-cluster.txt": SHOW_CLUSTER,
    "zugspitz7/console.log": LOG,
    "zugspitz7/nsd_Linux_zugspitz7_2026_11_20@04_10_35.log": NSD,
    "zugspitz7/systeminfo.txt": SYSTEMINFO,
    "zugspitz7/ssacli.txt": SSACLI,
    "zugspitz7/ulimit.txt": ULIMIT,
    "zugspitz7/df.txt": DF,
    "zugspitz7/limits.conf": LIMITS,
    "Kestrelwood Hub/DominoAutoConfig.json": ONE_TOUCH,
    "silvretta5-compose/compose.yaml": COMPOSE,
}
PRIVATE = (  # each must be in no byte of a copy, in any case
    "zugspitz7", "zugspitz", "kestrelwood", "kestrel", "nordlager", "watzmann", "karwendel", "silvretta", "doppeladler", "kestrel-net",
    "fileserv9", "domsave", "falkenbach", "birkenhof", "dcbirke01", "moorstedt", "sumpfland", "talnetz", "kestreladm", "kestrelad",
    "svc-falke", "ausgeschieden", "torben", "quist", "servergruppe mitte", "wanda", "przybylska", "wprzybylska", "adminkreis", "m\u00fcller",
    "s\u00f6hne", "\u042f\u0440\u043e\u0441\u043b\u0430\u0432", "\u0413\u0440\u043e\u043c\u043e\u0432", "\u96ea\u5c71\u592a\u90ce", "ottilie", "gr\u00fcnwald", "ogruenwald", "jdrossel", "berthold", "kranich",
    "leopoldine", "haberkorn", "hallertau", "spessart", "grauburg", "eichengasse", "172.23.114.87", "172.23.114.88", "91.198.23.45", "2001:4dd4:9f3::72",
    "+49 171 5550199", "5550199", "089/5550177", "5550177", "c1257a4b:004f3b21", "c1257a4b004f3b21", "3623811015-3361044348-30300820", "peyhc0arh8qx12", "93k0a0qrftx7", "5000c500a1b2c3d5",
    "600508b1001c7e5a9d3f2c41b8a0e6d7", "00429-70000-00000-ab123", "geheim4711", "sonnenblume99", "murmeltier55", "dachstein88", "vgkestrel", "kestrelboot", "kestrelwoodcrm", "kw-zugspitz7",
    "portal.kestrelwood.example", "relay4.moorstedt.nl", "registry.falkenbach-it.de", "ad.birkenhof.lan", "wanda.przybylska@", "cn=zugspitz7", "o=kestrelwood", "watzmann3/nordlager", "e:\\kestrelwood", "/srv/kestrelwood",
    "\\\\fileserv9\\domsave$",
)  # fmt: skip
_ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "cp1252", "cp850")


def write_private_files(folder: Path) -> Path:
    """Write the files below a folder. Two are in other encodings."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        encoding = {"systeminfo.txt": "utf-16", "console.log": "cp1252"}.get(path.name, "utf-8")
        path.write_bytes(text.replace("\n", "\r\n" if path.name == "notes.ini" else "\n").encode(encoding))
    return folder


def private_strings_in(data: bytes) -> list[str]:
    """Return the private strings in some bytes, in any case and encoding."""
    texts = [data.decode(encoding, "replace").casefold() for encoding in _ENCODINGS]
    return [private for private in PRIVATE if any(private.casefold() in text for text in texts)]


MORE = (  # a file's name, its text, and its private strings
    ("lsattr-en0.txt", "netaddr       147.86.33.12   Internet Address                           True\nstate         up             Current Interface Status                   True\n", "147.86.33.12"),
    ("prtconf.txt", "System Model: IBM,8286-42A\nMachine Serial Number: 21C4F9W\nNumber Of Processors: 4\nLPAR Info: 7 brocken4lpar\nMemory Size: 16384 MB\nHost Name: brocken4aix\nDomain Name: eichental.org\n", "21c4f9w brocken4 eichental"),
    ("lsblk.json", '{"blockdevices":[{"name":"sda","size":"100G","type":"disk","serial":"S3Z9NB0K712345","wwn":"0x5002538e409a1b2c","children":[{"name":"sda1","type":"part","size":"99G","mountpoint":"/srv/tannenhof"}]}]}\n', "s3z9nb0k712345 5002538e409a1b2c tannenhof"),
    ("mount.txt", "/dev/sda1 on / type xfs (rw,relatime)\nnasbox77.eichental.org:/exp/tannenhof on /mnt/tannenhof type nfs4 (rw,vers=4.1,addr=147.86.33.77)\n//winfs22/domino$ on /mnt/winfs type cifs (rw,username=svcbaum,domain=EICHE)\n", "nasbox77 eichental tannenhof 147.86.33.77 winfs22 svcbaum eiche"),
    ("iscsiadm.txt", "Target: iqn.2004-08.org.eichental:lagerturm (non-flash)\n\tCurrent Portal: 147.86.33.99:3260,1\n\t\tIface Name: default\n", "eichental lagerturm 147.86.33.99"),
    ("iostat.txt", "Linux 4.18.0-553.el8.x86_64 (brocken4.eichental.org) \t11/20/2026 \t_x86_64_\t(8 CPU)\n\nDevice            r/s     rkB/s     w/s     wkB/s  aqu-sz  %util\nsda              1.00     10.00    5.00     50.00    0.10   1.00\n", "brocken4 eichental"),
    ("sysctl.txt", "kernel.hostname = brocken4\nkernel.domainname = eichental.org\nvm.swappiness = 10\nnet.ipv4.tcp_fin_timeout = 60\n", "brocken4 eichental"),
    ("domino.service", "[Unit]\nDescription=Domino of Tannenhof\n[Service]\nType=forking\nUser=tannnotes\nExecStart=/opt/tannenhof/rc_domino start\nLimitNOFILE=60000\n", "tannenhof tannnotes"),
    ("typeperf.csv", '"(PDH-CSV 4.0)","\\\\BROCKEN4W\\Processor(_Total)\\% Processor Time","\\\\BROCKEN4W\\Memory\\Available MBytes"\n"11/20/2026 10:00:00.000","5.0","2000"\n', "brocken4"),
    ("wmic.csv", "\nNode,FreePhysicalMemory,TotalVisibleMemorySize\nBROCKEN4W,1000000,8000000\n", "brocken4"),
    ("Get-Volume.json", '[{"DriveLetter":"E","FileSystemLabel":"TannenData","FileSystem":"NTFS","Size":107374182400,"SizeRemaining":5368709120,"PSComputerName":"BROCKEN4W"}]\n', "tannendata brocken4"),
    ("docker-inspect.json", '[{"Name":"/tannendomino","Config":{"Hostname":"brocken4c","Image":"hub.eichental.org/domino:14","Env":["SERVERSETUP_SERVER_NAME=Brocken4"]},"HostConfig":{"Binds":["/srv/tannenhof:/local/notesdata"]},"State":{"Status":"running"}}]\n', "tannendomino brocken4 eichental tannenhof"),
    ("show-tasks.txt", "> show tasks\n\n       Task               Description\n\nDatabase Server     Perform console commands\nDatabase Server     Server for Klaus Ebersbach/Tannenhof on TCPIP\nRouter              Idle\n", "klaus ebersbach tannenhof"),
    ("show-stat.txt", "  Server.Name = Brocken4/Tannenhof\n  Server.Title = Buchenwerk main\n  Replica.Cluster.Servers = Kyffhauser2/Tannenhof\n  Server.Cluster.Name = Riesenrad\n  Mail.Transferred.NRPC.Waldkauz9/Tannenhof = 4\n", "brocken4 buchenwerk kyffhauser riesenrad waldkauz tannenhof"),
    ("megacli.txt", "Adapter #0\n\nEnclosure Device ID: 252\nSlot Number: 0\nDevice Id: 10\nPD Type: SAS\nRaw Size: 136.731 GB [0x11177330 Sectors]\nFirmware state: Online, Spun Up\nSAS Address(0): 0x5000c5001a2b3c4d\nInquiry Data: SEAGATE ST3146356SS     00063QN1QQZZ7ABC            \n", "3qn1qqzz7abc 5000c5001a2b3c4d"),
    ("multipath.txt", "mpatha (360000970000197800451533030334544) dm-2 EMC,SYMMETRIX\nsize=100G features='1 queue_if_no_path' hwhandler='0' wp=rw\n`-+- policy='service-time 0' prio=1 status=active\n  `- 3:0:0:1 sdc 8:32 active ready running\n", "60000970000197800451533030334544"),
    ("console.log", "[0D3C:0031-0C20] 11/17/2026 10:40:14 AM  ATTEMPT TO ACCESS SERVER by Gisela Rotfuchs/Fremdfirma was denied\n[0D3C:0031-0C20] 11/17/2026 10:40:15 AM  AdminP: Maintain group Feierabendgruppe\n[0D3C:0031-0C20] 11/17/2026 10:40:18 AM  TLS/SSL connection 62.144.9.18 failed: CN=www.eichental.org,O=Lindwurm AG,L=Steinach,C=DE certificate expired\n", "gisela rotfuchs fremdfirma feierabendgruppe 62.144.9.18 lindwurm steinach eichental"),
)  # fmt: skip
