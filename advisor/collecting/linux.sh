@TOOLS@

# What lies on which disk.
try lsblk.json lsblk -J -O
try multipath.txt multipath -ll
try iscsiadm.txt iscsiadm -m session -P 3
try df.txt df -P
try df-i.txt df -P -i
if there mount; then run mount.txt mount; else copy mount.txt /proc/mounts; fi
copy mdstat.txt /proc/mdstat
sed -n 's/^\(md[^ ]*\) :.*/\1/p' /proc/mdstat 2>/dev/null | while read -r array; do
    try "mdadm-$array.txt" mdadm --detail "/dev/$array"
done

# RAID controllers of HPE, HP and Compaq.
if tool=$(first ssacli hpssacli hpacucli); then
    run "$tool.txt" "$tool" ctrl all show config detail
elif there cciss_vol_status; then
    set -- /dev/cciss/c*d0
    [ -e "$1" ] || set -- /dev/sg*
    run cciss_vol_status.txt cciss_vol_status "$@"
else
    say 'not there' 'ssacli, hpssacli, hpacucli, cciss_vol_status'
fi

# LSI, Broadcom, Dell. MegaCli only where the newer tools do not know the controller, or it would be listed twice.
answered=no
for tool in storcli64 storcli perccli64 perccli; do
    if [ "$answered" = no ] && there "$tool"; then
        run "$tool.json" "$tool" /call show all J nolog
        if grep '"Response Data"' "$output/$tool.json" >/dev/null 2>&1; then answered=yes; fi
    fi
done
if [ "$answered" = yes ]; then
    :
elif tool=$(first MegaCli64 MegaCli megacli); then
    run megacli.txt "$tool" -LdPdInfo -aALL -NoLog
    run megacli-battery.txt "$tool" -AdpBbuCmd -aALL -NoLog
else
    say 'not there' 'storcli, perccli, MegaCli, or a controller that they know'
fi

# Adaptec and IBM ServeRAID: one controller at a time; the first listing says how many there are.
for tool in arcconf ipssend; do
    try "$tool-1.txt" "$tool" getconfig 1
    count=$(sed -n 's/^ *[CF]o[a-z ]*und:* *\([0-9][0-9]*\).*/\1/p' "$output/$tool-1.txt" 2>/dev/null | head -n 1)
    for number in 2 3 4 5 6 7 8; do
        if [ "$number" -le "${count:-0}" ]; then run "$tool-$number.txt" "$tool" getconfig "$number"; fi
    done
done

# What bounds the server: the limits of its process, and the unit that starts it.
# shellcheck disable=SC2012 # of this file, whose name is known, ls tells the owner
owner=$(ls -ld "$data/notes.ini" | awk '{ print $3 }')
process=$(ps -u "$owner" -o pid= -o comm= 2>/dev/null | awk '$2 == "server" { print $1; exit }')
if [ -n "$process" ]; then
    copy limits.txt "/proc/$process/limits"
    unit=$(ps -o unit= -p "$process" 2>/dev/null | awk '/[.]service$/ && !/^user@/ { print $1 }')
else
    say 'not there' "a process server of $owner"
    unit=
fi
try systemctl-cat.txt systemctl cat "${unit:-domino.service}"
hide_again systemctl-cat.txt settings # a unit may set variables
# The start script takes the configuration of the server's account before the common one.
config=/etc/sysconfig/rc_domino_config
if [ -f "${config}_$owner" ]; then config=${config}_$owner; fi
wanted='^[[:blank:]]*(export[[:blank:]]+)?DOMINO_(DATA_PATH|SHUTDOWN_TIMEOUT|CONFIGURED|SYSTEMD_NAME|NSD_BEFORE_KILL)='
settings=$(grep -E "$wanted" "$config" 2>/dev/null)
if [ -n "$settings" ]; then
    printf '%s\n' "$settings" >"$output/rc_domino_config.txt"
    say 'done' "rc_domino_config.txt: $config"
else
    say 'not there' "$config"
fi
try sysctl.txt sysctl fs.file-max kernel.pid_max kernel.threads-max

# Memory, and half a minute of load.
try free.txt free -b
try vmstat.txt vmstat 5 4
try iostat.txt iostat -dx 10 4
