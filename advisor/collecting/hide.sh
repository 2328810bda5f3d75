# Secrets go by domlint's own tables: names, and what a text shows by its form. Of a setting with such a name the whole
# value goes, of another what is secret in it; of a private key all that stands within.
hide_in_settings() { # PATH: the file without secrets on standard output; the count of bytes it is shorter by in $work
    if [ -n "$(tail -c 1 "$1")" ]; then newline=no; else newline=yes; fi
    awk -v newline="$newline" '
@SECRETS_AWK@
@PRIVATE_KEYS_AWK@
@SETTINGS_AWK@' <"$1"
}

# Of an item with such a name the name stays; its value becomes a text of three stars.
hide_in_document() { # PATH
    awk '
@SECRETS_AWK@
@PRIVATE_KEYS_AWK@
@DOCUMENT_AWK@' <"$1"
}

hide_in_container() { # PATH
    hide_in_settings "$1" >lines || return 1
    awk '
@CONTAINER_AWK@' lines "$1"
}

size() { # PATH: its bytes, without opening it
    # shellcheck disable=SC2012,SC2046 # only the words before the name are used
    set -- $(ls -ldn "$1")
    echo "${5:-0}"
}

hide() { # settings|document|container PATH
    case $1 in
    container) hide_in_container "$2" ;;
    settings) hide_in_settings "$2" ;;
    document) hide_in_document "$2" ;;
    esac
}

refusal() { # PATH: why a file of the data directory is not copied, or nothing. ls does not follow a link
    # shellcheck disable=SC2012,SC2046 # only the words before the name are used
    set -- $(ls -ldn "$1" 2>/dev/null)
    case ${1:-} in
    -*) if [ "$2" -gt 1 ]; then echo 'it has hard links'; fi ;;
    l*) echo 'it is a link' ;;
    '') echo 'it cannot be read' ;;
    *) echo 'it is not a regular file' ;;
    esac
}

mask() { # settings|document PATH: a copy without the values of secret names; every other byte stays
    copied=$output/${2##*/}
    original=$work/original
    if [ ! -r "$2" ]; then
        say failed "$2 (may not be read by $(id -un))"
        return 1
    fi
    # Copied first and checked then: the owner of the data directory may exchange the file at any time.
    rm -rf "$original"
    if cp "$unfollowed" "$2" "$original" 2>"$errors"; then why=$(refusal "$original"); else why='it cannot be copied'; fi
    if [ "$why" ]; then
        say failed "$2 ($why)"
        sed 's/^/           /' "$errors" >>"$log"
        return 1
    fi
    if [ $(( $(tr -d '\000' <"$original" | wc -c) )) -ne "$(size "$original")" ]; then
        say failed "$2 (holds NUL bytes, as UTF-16 does; save it as plain text first)"
        return 1
    fi
    (cd "$work" && hide "$1" "$original") >"$copied" 2>"$errors"
    status=$?
    sed 's/^/           /' "$errors" >>"$log"
    if [ "$status" -ne 0 ] || [ "$(size "$copied")" -ne $(( $(size "$original") - $(cat "$work/fewer") )) ]; then
        rm -f "$copied"
        say failed "$2 (the copy was not whole; try again)"
        return 1
    fi
    say 'done' "$2"
}
