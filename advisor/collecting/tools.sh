first() { # NAME...: the first of these commands that is there
    for name in "$@"; do
        if there "$name"; then
            printf '%s\n' "$name"
            return
        fi
    done
    return 1
}

hide_again() { # settings|container FILE: what a tool printed, without secrets; where that fails it does not stay
    [ -f "$output/$2" ] || return 0
    if (cd "$work" && hide "$1" "$output/$2") >"$work/hidden" 2>>"$log"; then
        mv "$work/hidden" "$output/$2"
    else
        rm -f "$output/$2"
        skip failed "$2 (could not be gone through for secrets)"
    fi
}
