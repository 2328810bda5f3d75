# Private keys, as domlint hides them (values/private_keys.py): in `text`, lines from 1 to `count`, they become ***.
function bare_of(part) {
    gsub(/\\[nr]/, "", part)
    gsub(/^[ \t;#:,+\\>|"\047-]+|[ \t;#:,+\\>|"\047-]+$/, "", part)
    return part
}
function of_a_key(part) {
    return tolower(bare_of(part)) ~ t_key_line
}
function ends_a_key(low, at) {
    return substr(low, at, 9) ~ /^([^a-z]*end|private-m)/
}
function find_signs(i,    low, at) {
    low = tolower(text[i])
    if (!index(low, "private")) return
    for (at = 1; match(substr(low, at), t_key_sign); at = sign_behind[signs]) {
        signs++
        sign_line[signs] = i
        sign_at[signs] = at + RSTART - 1
        sign_behind[signs] = sign_at[signs] + RLENGTH
        sign_ends[signs] = ends_a_key(low, sign_at[signs])
    }
}
function far(i, j) { # whether two lines are further from each other than a key is long
    return line_at[j] - line_at[i] > 65536
}
function hide_part(i, begin, end,    part) {
    part = substr(text[i], begin, end - begin)
    if (bare_of(part) ~ /^[*]*$/) return
    shown[i] = shown[i] substr(text[i], hidden_to[i] + 1, begin - hidden_to[i] - 1) "***"
    hidden_to[i] = end - 1
    fewer += length(part) - 3
}
function hide_between(first, begin, last, end,    i) { # end: the first letter behind, in the last line
    for (i = first; i <= last; i++) hide_part(i, i == first ? begin : 1, i == last ? end : length(text[i]) + 1)
}
function hide_below(n,    line, last, limit, end, part, at, quote, others, i) { # a key without END
    line = last = sign_line[n]
    limit = n < signs ? sign_line[n + 1] : count
    end = n < signs && limit == line ? sign_at[n + 1] : length(text[line]) + 1
    part = substr(text[line], sign_behind[n], end - sign_behind[n])
    if (bare_of(part) != "" && (at = match(" " part, /[^\\]["\047<]/))) {
        quote = substr(part, at, 1)
        if (quote == "<" || index(substr(text[line], 1, sign_at[n] - 1), quote)) {
            hide_part(line, sign_behind[n], sign_behind[n] + at - 1)
            return
        }
    }
    for (i = line + 1; i <= limit && others <= 8 && !far(line, i); i++) {
        part = n < signs && i == limit ? substr(text[i], 1, sign_at[n + 1] - 1) : text[i]
        if (part ~ /^[ \t]*$/) continue
        if (of_a_key(part) || (!others && tolower(part) !~ t_key_plain)) {
            last = i
            end = length(part) + 1
            others = 0
        } else others++
    }
    hide_between(line, sign_behind[n], last, end)
}
function hide_above(n,    line, first, floor, begin, part, others, i) { # a key without BEGIN
    line = first = sign_line[n]
    floor = n > 1 ? sign_line[n - 1] : 1
    begin = n > 1 && floor == line ? sign_behind[n - 1] : 1
    part = substr(text[line], begin, sign_at[n] - begin)
    if (bare_of(part) != "") {
        if (match(part, /^[ \t"\047]*[0-9A-Za-z_.$-]+["\047]?[ \t]*[=:]/)) begin += RLENGTH
        hide_part(line, begin, sign_at[n])
        return
    }
    for (i = line - 1; i >= floor && others <= 8 && !far(i, line); i--) {
        part = n > 1 && i == floor ? substr(text[i], sign_behind[n - 1]) : text[i]
        if (part ~ /^[ \t]*$/) continue
        if (of_a_key(part) && (!others || length(bare_of(part)) >= 16)) {
            first = i
            begin = length(text[i]) - length(part) + 1
            others = 0
        } else others++
    }
    hide_between(first, begin, line, sign_at[n])
}
function hide_keys(    i, n) {
    for (i = 1; i <= count; i++) find_signs(i)
    for (n = 1; n <= signs; n++) {
        if (sign_ends[n]) {
            if (n == 1 || sign_ends[n - 1]) hide_above(n)
        } else if (n < signs && sign_ends[n + 1] && !far(sign_line[n], sign_line[n + 1])) {
            hide_between(sign_line[n], sign_behind[n], sign_line[n + 1], sign_at[n + 1])
        } else hide_below(n)
    }
    for (i = 1; i <= count; i++) if (!(i in hidden_to) && begins_bare(text[i])) hide_bare(i)
    for (i in hidden_to) text[i] = shown[i] substr(text[i], hidden_to[i] + 1)
    hide_numbers()
}
function of_bare(part) { # a line of a key without BEGIN, behind its first one
    part = bare_of(part)
    return part ~ /^[A-Za-z0-9+\/*][A-Za-z0-9+\/*]*(==)?$/ && (length(part) > 15 || part ~ /==$/ || !(length(part) % 4)) \
        || part ~ /^[A-Za-z0-9+\/*]*[A-Za-z0-9+\/*]=$/ && !(length(part) % 4)
}
function begins_bare(part) { # sets RSTART and RLENGTH; what stands before is no letter of it
    if (!match(part, t_key_begins)) return 0
    return RSTART == 1 || substr(part, RSTART - 1, 1) !~ /[A-Za-z0-9+\/]/ || substr(part, 1, RSTART - 1) ~ /\\[nr]$/
}
function end_escaped(part, end) { # of further lines of it on the same one
    while (match(substr(part, end), /^(\\[nr])+[A-Za-z0-9+\/*]+=?=?/)) end += RLENGTH
    return end
}
function hide_bare(i,    begin, end, part, last, escaped) { # a key without BEGIN: its first letters stay
    end = RSTART + RLENGTH
    begin = RSTART + letters_that_tell(substr(text[i], RSTART, RLENGTH))
    escaped = end_escaped(text[i], end)
    last = i
    part = substr(text[i], escaped)
    if (bare_of(part) ~ /^=*$/) {
        while (last < count && !(last + 1 in hidden_to) && (text[last + 1] ~ /^[ \t]*$/ || of_bare(text[last + 1]))) last++
        while (last > i && text[last] ~ /^[ \t]*$/) last--
    }
    if (last > i || escaped > end) hide_between(i, begin, last, last > i ? length(text[last]) + 1 : escaped)
}
function letters_that_tell(part) {
    return match(part, "^" t_key_sign_bare) ? RLENGTH : 0
}
function without_numbers(part, name, number,    all, at, whole_length, told) { # each behind its name
    while (match(part, name number)) {
        at = RSTART
        whole_length = RLENGTH
        match(substr(part, at, whole_length), "^(" name ")")
        told = substr(part, at + RLENGTH, whole_length - RLENGTH)
        if (told !~ /^[*]+$/) {
            fewer += length(told) - 3
            told = "***"
        }
        all = all substr(part, 1, at + RLENGTH - 1) told
        part = substr(part, at + whole_length)
    }
    return all part
}
function plain_numbers(part, is_jwk, is_net) { # of a line; a number may stand below its name
    if (length(part) > longest) return part # of it the name stays
    if (goes_on == "jwk") part = without_numbers(part, "^[ \t]*" t_quote, t_jwk_number)
    if (goes_on == "net") part = without_numbers(part, "^[ \t]*", t_net_number)
    if (is_jwk) {
        part = without_numbers(part, t_jwk_name t_quote, t_jwk_number)
        part = without_numbers(part, t_yaml_name, t_jwk_number)
    }
    if (is_net) part = without_numbers(part, t_net_name, t_net_number)
    if (part ~ /^[ \t\r]*$/) return part
    if (is_jwk && part ~ (t_jwk_name "$")) goes_on = "jwk"
    else if (is_net && (part ~ (t_net_name "$") || (goes_on == "net" && part !~ /<|&lt;/))) goes_on = "net"
    else goes_on = ""
    return part
}
function hide_numbers(    i, is_jwk, is_net) { # of a JWK, of the XML of .NET
    for (i = 1; i <= count; i++) {
        if (!is_jwk && text[i] ~ t_jwk) is_jwk = 1
        if (!is_net && text[i] ~ t_net) is_net = 1
    }
    if (is_jwk || is_net) for (i = 1; i <= count; i++) text[i] = plain_numbers(text[i], is_jwk, is_net)
}
