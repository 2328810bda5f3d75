# A document as DXL in, the same with *** in items of secret names out; into `fewer` by how many bytes it is shorter.
BEGIN {
    RS = "<"
    ORS = ""
    fewer = 0
    stars = "<text>***</text>"
}
{
    low = tolower($0)
    if (low ~ /^\/item[ \t\r\n>]/) within = 0
    if (within) {
        fewer += length($0) + 1
        next
    }
    if (NR > 1) print "<"
    tag = index(low, ">")
    if (tag && low ~ /^item[ \t\r\n]/ && match(low, /[ \t\r\n]name[ \t\r\n]*=[ \t\r\n]*["\047][^"\047]*/)) {
        name = substr(low, RSTART, RLENGTH)
        sub(/^[^"\047]*["\047]/, "", name)
        name = kind(name)
        within = name != "" && name != "like a key" && substr(low, tag - 1, 1) != "/"
    }
    if (within) fewer += length($0) - tag - length(stars)
    print within ? substr($0, 1, tag) stars : tag ? substr($0, 1, tag) without(substr($0, tag + 1), 0) : $0
}
END { print fewer >"fewer" }
