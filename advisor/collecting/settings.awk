# NOTES.INI in, the same without secrets out; into `fewer` by how many bytes it is shorter.
function hidden(text,    low, equals, name, of_kind, value, blanks) {
    low = tolower(text)
    equals = index(text, "=")
    if (equals > 1 && equals <= 256) {
        name = substr(low, 1, equals - 1)
        gsub(/^[ \t;#:"\047]+|[ \t;#:"\047]+$/, "", name)
        of_kind = kind(name)
        value = substr(low, equals + 1)
        gsub(/^[ \t"\047]+|[ \t"\047]+$/, "", value)
        if (gives_away(of_kind, value)) {
            match(substr(text, equals + 1), /^[ \t]*/)
            blanks = RLENGTH
            fewer += length(text) - equals - blanks - 3
            return without(substr(text, 1, equals - 1), 2) substr(text, equals, 1 + blanks) "***"
        }
    }
    return without(text, 1)
}
function line(text,    bare) {
    bare = tolower(text)
    gsub(/^[ \t]+|[ \t]+$/, "", bare)
    if (bare ~ /^-----|-----$/) {
        block = bare ~ (t_key_block "$")
        return bare ~ ("^" t_key_block "$") ? text : hidden(text)
    }
    if (block && bare !~ /^[a-z0-9+\/]*=?=?$|^[*]+$|^(proc-type|dek-info|version|comment): /) block = 0
    if (!block) return hidden(text)
    if (bare ~ /^[*]*$/) return text
    fewer += length(text) - 3
    return "***"
}
BEGIN {
    ORS = ""
    fewer = block = 0
}
{
    if (NR > 1) print "\n"
    for (rest = $0; at = index(rest, "\r"); rest = substr(rest, at + 1)) print line(substr(rest, 1, at - 1)) "\r"
    print line(rest)
}
END {
    if (NR && newline == "yes") print "\n"
    print fewer >"fewer"
}
