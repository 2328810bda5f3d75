# NOTES.INI in, the same without secrets out; into `fewer` by how many bytes it is shorter.
function plainly(text,    low, equals, name, of_kind, value, blanks) {
    low = tolower(text)
    equals = index(text, "=")
    if (equals > 1 && equals <= 256) {
        name = substr(low, 1, equals - 1)
        gsub(/^[ \t;#:"\047]+|[ \t;#:"\047]+$/, "", name)
        of_kind = kind(name)
        value = substr(low, equals + 1)
        gsub(/^[ \t"\047]+|[ \t"\047]+$/, "", value)
        if (value ~ ("^" t_key_sign "$")) return without(substr(text, 1, equals - 1), 2) substr(text, equals)
        if (gives_away(of_kind, value)) {
            match(substr(text, equals + 1), /^[ \t]*/)
            blanks = RLENGTH
            fewer += length(text) - equals - blanks - 3
            return without(substr(text, 1, equals - 1), 2) substr(text, equals, 1 + blanks) "***"
        }
    }
    return without(text, 1)
}
BEGIN {
    ORS = ""
    fewer = count = signs = size = 0
}
{ # a line may end with CR, too
    if (NR > 1) line_end[count] = line_end[count] "\n"
    pieces_here = split($0, of_record, "\r")
    if (!pieces_here) pieces_here = 1
    for (i = 1; i <= pieces_here; i++) {
        text[++count] = of_record[i]
        line_at[count] = size
        line_end[count] = i < pieces_here ? "\r" : ""
        size += length(of_record[i]) + 1
    }
}
END {
    hide_keys()
    for (i = 1; i <= count; i++) print as_meant(text[i]) line_end[i]
    if (NR && newline == "yes") print "\n"
    print fewer >"fewer"
}
