#!/bin/sh
# Gathers on @PLATFORM@ what domlint reads of a Domino server into one new folder. Printed by domlint @VERSION@.
#
# It only reads: it changes no setting, starts and stops nothing, and sends nothing anywhere. It copies the files and
# runs the commands that are named below, and no others: no database, no mail, no ID file, no key ring. In the copies
# secrets are ***.
#
# Run it as the Domino user, in a folder that only this user may write. Root sees more of disks and controllers, but
# whoever writes the data directory chooses what root copies. So the script skips links, special files and files with
# hard links in the data directory, and names them.

set -u
umask 077
LC_ALL=C # the tools' own words, and a byte is a byte
PATH=$PATH:/usr/sbin:/sbin:/etc:/usr/local/sbin:/usr/local/bin
PATH=$PATH:/opt/smartstorageadmin/ssacli/bin:/opt/hp/hpssacli/bld:/opt/compaq/hpacucli/bld
PATH=$PATH:/opt/MegaRAID/storcli:/opt/MegaRAID/perccli:/opt/MegaRAID/MegaCli:/usr/StorMan:/usr/Arcconf
export LC_ALL PATH

LONGEST=60 # seconds that a command may take, where there is timeout
LARGEST=20971520 # bytes of a document

stop() {
    printf '%s\n' "$*" >&2
    exit 2
}

usage() {
    cat <<'END'
sh SCRIPT [--data FOLDER] [--output FOLDER] [--archive]

  --data FOLDER    the data directory, where notes.ini lies (default: /local/notesdata)
  --output FOLDER  a new folder for what is gathered (default: ./domlint-HOST-DATE)
  --archive        makes a .tar.gz of it as well
END
}

absolute() {
    case $1 in
    /*) printf '%s\n' "$1" ;;
    *) printf '%s\n' "$(pwd)/$1" ;;
    esac
}

say() { # WORD TEXT: a line of the log, on the screen too. A control character in a file name becomes ?
    line=$(printf '%-10s %s' "$1" "$2" | tr '\001-\037\177' '[?*]')
    printf '%s\n' "$line" >>"$log"
    printf '%s\n' "$line"
}

skip() { # WORD TEXT: a file that is there is not in the folder, so the script exits with 1
    say "$1" "$2"
    result=1
}

there() {
    command -v "$1" >/dev/null 2>&1
}

limited() { # COMMAND [ARGUMENT...]
    if there timeout; then timeout "$LONGEST" "$@"; else "$@"; fi
}

run() { # FILE COMMAND [ARGUMENT...]: its standard output becomes FILE. Tools that keep a log do so in $work
    file=$1
    shift
    (cd "$work" && limited "$@") >"$output/$file" 2>"$errors" </dev/null
    status=$?
    case $status in
    0) say 'done' "$file: $*" ;;
    124) say failed "$file: $* (no answer within $LONGEST seconds)" ;;
    *) say failed "$file: $* (exit code $status)" ;;
    esac
    sed 's/^/           /' "$errors" >>"$log"
    [ -s "$output/$file" ] || rm -f "$output/$file"
    return "$status"
}

try() { # FILE COMMAND [ARGUMENT...]: runs it where it is
    if there "$2"; then run "$@"; else say 'not there' "$2"; fi
}

copy() { # FILE PATH: a file without secrets
    if [ -r "$2" ]; then run "$1" cat "$2"; else say 'not there' "$2"; fi
}

@HIDE@

# Domino writes a document down whenever it was changed: serverdoc_mail01_2009_08_02@16_05_20.dxl
document() { # KIND: copies the latest
    latest=
    newest=
    for folder in "$data/IBM_TECHNICAL_SUPPORT" "$data/HCL_TECHNICAL_SUPPORT"; do
        if [ -h "$folder" ]; then continue; fi
        for found in "$folder/$1"_*.dxl; do
            if [ ! -e "$found" ] && [ ! -h "$found" ]; then continue; fi
            why=$(refusal "$found")
            if [ "$why" ]; then
                skip 'left out' "$found ($why)"
                continue
            fi
            name=${found%_????_??_??@??_??_??.dxl}
            stamp=${found#"$name"}
            if [ -z "$latest" ] || expr "x$stamp" '>=' "x$newest" >/dev/null; then
                latest=$found
                newest=$stamp
            fi
        done
    done
    if [ -z "$latest" ]; then
        say 'not there' "$1_*.dxl in $data/IBM_TECHNICAL_SUPPORT or HCL_TECHNICAL_SUPPORT"
    elif [ "$(size "$latest")" -gt "$LARGEST" ]; then
        skip 'left out' "$latest (more than $LARGEST bytes)"
    else
        mask document "$latest" || result=1
    fi
}

pack() {
    if (cd "${output%/*}/" && tar cf "$output.tar" "./${output##*/}"); then
        if there gzip && gzip "$output.tar"; then
            echo "Archive: $output.tar.gz"
            again="tar cf - './${output##*/}' | gzip >'$output.tar.gz'"
        else
            echo "Archive: $output.tar (gzip failed)"
            again="tar cf '$output.tar' './${output##*/}'"
        fi
    else
        echo 'tar failed; the folder itself is complete.' >&2
        result=1
    fi
}

data=/local/notesdata
host=$(uname -n)
output=domlint-${host%%.*}-$(date +%Y-%m-%d)
archive=no
again=
while [ $# -gt 0 ]; do
    case $1 in
    --data | --output) [ $# -gt 1 ] || stop "$1 wants a folder" ;;
    esac
    case $1 in
    --data) data=$2 && shift ;;
    --output) output=${2%/} && shift ;;
    --archive) archive=yes ;;
    -h | --help) usage && exit ;;
    *) stop "$1 is no option; --help lists them" ;;
    esac
    shift
done

data=$(absolute "$data")
output=$(absolute "$output")
work=$output/work
errors=$work/errors
log=$output/gathered.log
[ -f "$data/notes.ini" ] || stop "There is no notes.ini in $data. Give its folder with --data."
why=$(refusal "$data/notes.ini")
[ -z "$why" ] || stop "$data/notes.ini is not copied: $why. Give the folder of the file itself, or of a copy, with --data."
[ -r "$data/notes.ini" ] || stop "$(id -un) may not read $data/notes.ini."
for path in "$output" "$output.tar" "$output.tar.gz"; do
    [ ! -e "$path" ] || stop "$path is there already and stays as it is; --output names another."
done
mkdir "$output" || exit 2
mkdir "$work" || exit 2
result=0
unfollowed=-RP # cp copies a link as a link

echo "domlint collect --platform @PLATFORM@, domlint @VERSION@, on $host, $(date)" >"$log"
if [ "$(id -u)" -eq 0 ]; then
    say note 'run by root; run it as the Domino user unless you need what only root may read'
else
    say note "run by $(id -un); some commands print more when root runs them"
fi
there timeout || say note "this machine has no timeout command: if a step hangs, end it by hand"
cp -RP "$log" "$work/tried" 2>/dev/null || unfollowed=-Rh # AIX 5.1 and older have no -P
mask settings "$data/notes.ini" || result=1
for folder in "$data/IBM_TECHNICAL_SUPPORT" "$data/HCL_TECHNICAL_SUPPORT"; do
    if [ -h "$folder" ]; then skip 'left out' "$folder (it is a link)"; fi
done
for kind in serverdoc configspecific configgroup configall; do
    document "$kind"
done

@STEPS@
rm -rf "$work"
if [ "$archive" = yes ]; then pack; fi
cat <<END

Gathered: $output
The rest is known to Domino only. Type these commands on the server's console and save each output as a file there:

  show server    show-server.txt
  show stat      show-stat.txt
  show tasks     show-tasks.txt
  show cluster   show-cluster.txt   (on a cluster member)

END
if [ "$again" ]; then
    echo 'The archive does not hold them. Once they are in the folder, pack it again:'
    echo
    echo "  cd '${output%/*}/' && $again"
    echo
fi
echo 'Look through the folder before it leaves this machine.'
echo 'Then, where domlint is: domlint check with the folder or the archive'
exit "$result"
