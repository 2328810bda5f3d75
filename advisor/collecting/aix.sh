# The system, and how it is tuned.
try oslevel.txt oslevel -s
# That a fix or a fileset is not there is an answer, too, and may be told as an error.
if there instfix; then run instfix.txt sh -c 'instfix -ik IV29604 2>&1 || :'; else say 'not there' instfix; fi
if there lslpp; then run lslpp.txt sh -c 'lslpp -l bos.iocp.rte 2>&1 || :'; else say 'not there' lslpp; fi
try prtconf.txt prtconf -m
if there vmo; then
    run vmo.txt vmo -F -a || run vmo.txt vmo -a # AIX 5.3 and older have no -F
elif [ -x /usr/samples/kernel/vmtune ]; then # AIX 5.1 and older
    run vmtune.txt /usr/samples/kernel/vmtune
else
    say 'not there' vmo
fi
copy nextboot.txt /etc/tunables/nextboot
copy lastboot.txt /etc/tunables/lastboot
try lsattr-sys0.txt lsattr -El sys0
try lsattr-mem0.txt lsattr -El mem0
try lsattr-iocp0.txt lsattr -El iocp0
try lsdev-iocp.txt lsdev -Cc iocp
[ -s "$output/lsdev-iocp.txt" ] || try lsdev.txt lsdev -C
try lsps-a.txt lsps -a
try lsps-s.txt lsps -s

# The environment that the server runs in. Only what AIX's threads and memory and Domino listen to, slips for that, and
# whose environment it is: the rest may hold secrets.
WANTED='[AIX]{2,4}_?[THREAD]{5,7}[A-Z_]*|SPINLOOPTIME|YIELDLOOPTIME|MALLOC[A-Z]*|LDR_CNTRL|EXTSHM|PSALLOC|NODISCLAIM'
WANTED="^($WANTED|NOTES[A-Z_]*|PATH|HOME|LOGNAME|USER)="
wanted() {
    grep -E -i "$WANTED" >"$work/environment"
    (cd "$work" && hide_in_settings environment) | grep -v '=[*][*][*]$'
}

# shellcheck disable=SC2012 # of this file, whose name is known, ls tells the owner
owner=$(ls -ld "$data/notes.ini" | awk '{ print $3 }')
process=$(ps -u "$owner" -o pid= -o comm= 2>/dev/null | awk '$2 == "server" || $2 ~ /\/server$/ { print $1; exit }')
if [ -n "$process" ]; then
    ps eww "$process" 2>/dev/null | tr ' ' '\n' | wanted >"$output/environment.txt"
    told="the environment of $owner's process server"
else
    wanted </etc/environment >"$output/environment.txt"
    told="/etc/environment, for no process server of $owner runs"
fi
if [ -s "$output/environment.txt" ]; then
    say 'done' "environment.txt: $told"
else
    rm -f "$output/environment.txt"
    say 'not there' "a variable that domlint knows in $told"
fi

# The limits of the Domino user. Root has others.
if [ "$(id -u)" -eq 0 ]; then
    say 'not there' 'ulimit.txt: run by root; type ulimit -a as the Domino user'
else
    run ulimit.txt sh -c 'ulimit -a'
fi

# What lies on which disk.
try mount.txt mount
try df.txt df -k
try lsfs.txt lsfs -c
try lspv.txt lspv
awk '{ print $1 }' "$output/lspv.txt" 2>/dev/null | while read -r disk; do
    try "lspv-$disk.txt" lspv "$disk"
done
if there lsvg; then groups=$(limited lsvg -o 2>>"$log"); else groups=; fi
[ -n "$groups" ] || say 'not there' 'lsvg, or a volume group that is varied on'
for group in $groups; do
    run "lsvg-$group.txt" lsvg "$group"
    run "lsvg-p-$group.txt" lsvg -p "$group"
    run "lsvg-l-$group.txt" lsvg -l "$group"
    awk 'NR > 2 { print $1 }' "$output/lsvg-l-$group.txt" 2>/dev/null | while read -r volume; do
        try "lslv-$volume.txt" lslv "$volume"
        try "lslv-l-$volume.txt" lslv -l "$volume"
    done
done

# Half a minute of load.
try vmstat.txt vmstat 5 4
try iostat.txt iostat -D 10 4
