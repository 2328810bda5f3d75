first() { # NAME...: the first of these commands that is there
    for name in "$@"; do
        if there "$name"; then
            printf '%s\n' "$name"
            return
        fi
    done
    return 1
}

hide_again() { # FILE settings|container: what a tool printed, without secrets; where that fails it does not stay
    [ -f "$output/$1" ] || return 0
    if (cd "$work" && hide "$2" "$output/$1") >"$work/hidden" 2>>"$log"; then
        mv "$work/hidden" "$output/$1"
    else
        rm -f "$output/$1"
        skip failed "$1 (could not be gone through for secrets)"
    fi
}
