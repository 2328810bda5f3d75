# NOTES.INI in, the same without the values of secret names out; into `fewer` by how many bytes it is shorter.
function hidden(text,    low, equals, from, begin, behind, between) {
    low = tolower(text)
    equals = low ~ /^[ \t]*[;#:]/ ? 0 : index(low, "=")
    for (from = 1; match(substr(low, from), secret); from = behind) {
        begin = from + RSTART - 1
        behind = begin + RLENGTH
        while (begin > 1 && substr(low, begin - 1, 1) ~ /[0-9a-z_$.-]/) begin--
        while (substr(low, behind, 1) ~ /[0-9a-z_$.-]/) behind++
        if (substr(low, begin, behind - begin) in plain) continue
        between = !equals ? "" : begin < equals ? "[^=]*=" : closers "*[=:]"
        if (!match(substr(low, behind), "^" between blanks "*")) continue
        if (behind + RLENGTH > length(text)) break
        fewer += length(text) - behind - RLENGTH - 2
        return substr(text, 1, behind + RLENGTH - 1) "***"
    }
    return text
}
BEGIN {
    ORS = ""
    fewer = 0
    closers = "[]\"\047>)} \t]"
    blanks = "[]=:\"\047>)} \t]"
    count = split(not_secret, names, " ")
    for (i = 1; i <= count; i++) plain[names[i]]
}
{
    if (NR > 1) print "\n"
    for (rest = $0; at = index(rest, "\r"); rest = substr(rest, at + 1)) print hidden(substr(rest, 1, at - 1)) "\r"
    print hidden(rest)
}
END {
    if (NR && newline == "yes") print "\n"
    print fewer >"fewer"
}
