# A document as DXL in, the same with *** in items of secret names out; into `fewer` by how many bytes it is shorter.
function spelt(name,    code, i, digit, number) { # with its character references as letters
    while (match(name, /&#(x[0-9a-f]+|[0-9]+);/)) {
        code = substr(name, RSTART + 2, RLENGTH - 3)
        number = 0
        if (code ~ /^x/) {
            for (i = 2; i <= length(code); i++) {
                digit = index("0123456789abcdef", substr(code, i, 1)) - 1
                number = number * 16 + digit
            }
        } else number = code + 0
        name = substr(name, 1, RSTART - 1) (number > 31 && number < 127 ? tolower(sprintf("%c", number)) : "?") \
            substr(name, RSTART + RLENGTH)
    }
    return name
}
function shown_text(words,    lines, count, i, all) { # by line, as reports show it; blanks before the next tag stay
    count = split(bare_keyless(keyless(words)), lines, "\n")
    for (i = 1; i <= count; i++) all = all (i > 1 ? "\n" : "") as_meant(lines[i])
    return all
}
function keyless(words,    low, all, part, ends) { # a private key goes up to END, or to the end of its item
    low = tolower(words)
    if (!in_key && !index(low, "private")) return words
    while (match(low, t_key_sign)) {
        ends = ends_a_key(low, RSTART)
        part = substr(words, 1, RSTART - 1)
        all = all (in_key || ends ? starred(part) : part) substr(words, RSTART, RLENGTH)
        low = substr(low, RSTART + RLENGTH)
        words = substr(words, length(words) - length(low) + 1)
        in_key = !ends
    }
    return all (in_key ? starred(words) : words)
}
function bare_keyless(words,    lines, count, i, all, end, bare) { # keys without BEGIN: lines of base64, numbers by their names
    if (words ~ t_jwk) in_jwk = 1
    if (words ~ t_net) in_net = 1
    if (!in_bare && !in_jwk && !in_net && words !~ t_key_begins) return words
    count = split(words, lines, "\n")
    for (i = 1; i <= count; i++) {
        bare = lines[i]
        gsub(/&quot;/, "\"", bare)
        if (in_bare && of_bare(bare)) lines[i] = starred(lines[i])
        else if (begins_bare(lines[i])) {
            end = RSTART + RLENGTH
            lines[i] = substr(lines[i], 1, end - 1) escaped_starred(lines[i], end, end_escaped(lines[i], end))
            in_bare = 1
        } else if (lines[i] !~ /^([ \t\r]|&quot;)*$/) in_bare = 0
        all = all (i > 1 ? "\n" : "") plain_numbers(lines[i], in_jwk, in_net)
    }
    return all
}
function escaped_starred(line, begin, end) { # the rest of a line with *** from one place to another
    if (end == begin) return substr(line, begin)
    fewer += end - begin - 5
    return substr(line, begin, 2) "***" substr(line, end)
}
function starred(words,    lines, count, i, all) {
    count = split(words, lines, "\n")
    for (i = 1; i <= count; i++) {
        if (bare_of(lines[i]) !~ /^[*]*$/) {
            fewer += length(lines[i]) - 3
            lines[i] = "***"
        }
        all = all (i > 1 ? "\n" : "") lines[i]
    }
    return all
}
function plainly(text,    low, equals, name, blanks) {
    equals = index(text, "=")
    blanks = ""
    if (match(text, /[ \t\r]+$/)) {
        blanks = substr(text, RSTART)
        text = substr(text, 1, RSTART - 1)
    }
    if (equals > 1 && equals <= 256) {
        low = tolower(text)
        name = substr(low, 1, equals - 1)
        gsub(/^[ \t]+|[ \t]+$/, "", name)
        if (gives_away(kind(name), substr(low, equals + 1))) {
            fewer += length(text) - equals - 3
            return substr(text, 1, equals) "***" blanks
        }
    }
    return without(text, 2) blanks
}
BEGIN {
    RS = "<"
    ORS = ""
    fewer = 0
    stars = "<text>***</text>"
}
{
    low = tolower($0)
    if (low ~ /^\/(item|document)[ \t\r\n>]/) within = in_key = in_bare = in_jwk = in_net = goes_on = 0
    if (within) {
        fewer += length($0) + 1
        next
    }
    if (NR > 1) print "<"
    start = 1
    if (!raw && low ~ /^!(\[cdata\[|--)/) { # no tag: text, with "<" in it too, up to what ends it
        raw = low ~ /^!--/ ? "-->" : "]]>"
        start = raw == "-->" ? 4 : 9
    }
    if (raw) {
        last = index(substr(low, start), raw)
        last = last ? start + last - 1 : length($0) + 1
        print substr($0, 1, start - 1) shown_text(substr($0, start, last - start))
        if (last <= length($0)) {
            print raw shown_text(substr($0, last + 3))
            raw = ""
        }
        next
    }
    tag = match(low, /^([^>"\047]|"[^"]*"|\047[^\047]*\047)*>/) ? RLENGTH : index(low, ">")
    if (tag && low ~ /^item[ \t\r\n]/ && match(low, /[ \t\r\n]name[ \t\r\n]*=[ \t\r\n]*["\047][^"\047]*/)) {
        name = substr(low, RSTART, RLENGTH)
        sub(/^[^"\047]*["\047]/, "", name)
        name = kind(spelt(name))
        within = name != "" && name !~ /^(like a key|server|pair|login)$/ && substr(low, tag - 1, 1) != "/"
    }
    if (within) fewer += length($0) - tag - length(stars)
    print within ? substr($0, 1, tag) stars : tag ? substr($0, 1, tag) shown_text(substr($0, tag + 1)) : $0
}
END { print fewer >"fewer" }
