# What of a text is secret, as domlint decides it (values/secrets.py and its like), by the same tables.
function kind(name,    low, i, count, flagged, is_pair, is_login) {
    low = tolower(meant(name))
    if (index(" " t_public_names " ", " " low " ")) return ""
    count = split(t_flagged, flagged, " ")
    for (i = 1; i <= count; i++) if (index(low, flagged[i])) return "password"
    low = substr(low, length(low) > 200 ? length(low) - 199 : 1)
    if (low == "p") return "key"
    is_login = low ~ /p$/ && low !~ t_no_login
    gsub(t_public, "-", low)
    if (low ~ "(" t_passwords ")[0-9]*$") return "password"
    if (low ~ "(" t_keys ")[0-9]*$") return "key"
    if (low ~ t_words) return low ~ "(" t_about ")[0-9]*$" ? "" : low ~ "(" t_where ")[0-9]*$" ? "server" : "doubtful"
    if (low ~ "(" t_perhaps ")[0-9]*$") return "like a key"
    is_pair = low ~ "(" t_pairs ")[0-9]*$"
    gsub(t_no_part, "-", low)
    return low ~ t_parts ? "doubtful" : is_pair ? "pair" : is_login ? "login" : ""
}
function is_path(low) {
    return low ~ t_path && low !~ t_base64
}
function like_a_key(low) {
    return low ~ t_a_key && low ~ /[0-9]/ && low ~ /[a-z]/ && !is_path(low)
}
function gives_away(of_kind, value,    low) {
    low = tolower(value)
    gsub(/^[ \t"\047,]+|[ \t"\047,]+$/, "", low)
    if (of_kind == "" || low ~ t_harmless) return 0
    if (of_kind == "password") return 1
    if (of_kind == "key") return !(low ~ t_small || is_path(low) || low ~ t_algorithm)
    if (of_kind == "doubtful") return !(low ~ t_figure || is_path(low))
    if (of_kind == "pair") return low ~ t_bound || (low ~ t_a_pair && low ~ /[0-9]/ && low ~ /[a-z]/)
    if (of_kind == "login") return low ~ t_a_login && low ~ /[a-z]/ && !is_path(low)
    return like_a_key(low) && !(of_kind == "server" && low ~ t_a_server)
}
function piece(begin, end) { # from the letter `begin` on, `end` is the first one behind
    if (end > begin && substr(whole, begin, end - begin) !~ /^[*]+$/) {
        pieces++
        from[pieces] = begin
        behind[pieces] = end
    }
}
function all_of(word, pattern, first, needed,    start, found) { # every place of a pattern in a word
    for (start = 1; match(substr(word, start), pattern); start = found + RLENGTH) {
        found = start + RSTART - 1
        if (!RLENGTH) return
        if (!needed || (substr(word, found, RLENGTH) ~ /[0-9]/ && (found == 1 || substr(word, found - 1, 1) !~ /[0-9a-z]/ || (found > 2 && substr(word, found - 2, 1) == "\\"))))
            piece(first + found - 1, first + found - 1 + RLENGTH)
    }
}
function of_address(word, at, first,    scheme, rest, colon, slash, part) {
    scheme = index(word, "://")
    slash = index(word, "/")
    if (index(word, "jdbc:") && slash && !scheme && slash < at) {
        piece(first + slash, first + at - 1)
    } else if (scheme && scheme < at) {
        rest = substr(word, scheme + 3, at - scheme - 3)
        colon = index(rest, ":")
        slash = index(rest, "/")
        part = substr(rest, colon + 1, 10)
        if (colon && !(slash && slash < colon)) {
            if (part !~ /^[0-9]+\// || substr(word, at) ~ /:[0-9]+$/) piece(first + scheme + 2 + colon, first + at - 1)
        } else if (!slash && (like_a_key(rest) || length(rest) > 19)) {
            piece(first + scheme + 2, first + at - 1)
        }
    } else if ((slash = index(word, "//")) && slash < at && (colon = index(substr(word, slash), ":")) && slash + colon - 1 < at \
        && substr(word, slash + 2, at - slash - 2) !~ /\//) {
        piece(first + slash + colon - 1, first + at - 1)
    } else if ((colon = index(word, ":")) > 1 && colon < at) {
        part = substr(word, 1, colon - 1)
        if (substr(word, at + 1, 299) ~ t_host && part !~ /\// && part !~ t_no_user) piece(first + colon, first + at - 1)
    }
}
function tool_of(word, tool,    own) { # the command that a word begins, or that of the words before it
    if (word ~ /[;|&]/) tool = ""
    if (word ~ /^-/) return tool
    own = word
    gsub(/^["\047]+|["\047]+$/, "", own)
    if (tool != "" && (tool " " own) ~ t_within) return tool " " own
    word = substr(word, length(word) > 300 ? length(word) - 299 : 1)
    if (word ~ t_tools) {
        sub(/["\047]$/, "", word)
        sub(/[.]exe$/, "", word)
        sub(/^.*[^0-9a-z_.-]/, "", word)
        return word
    }
    return tool ~ t_not_for_p ? "" : tool
}
function to_closing_quote(begin, end,    quote, closing) { # in `whole`
    quote = substr(whole, begin - 1, 1)
    if (begin < 2 || quote !~ /["\047]/ || index(substr(whole, begin, end - begin + 1), quote)) return end
    closing = index(substr(whole, end), quote)
    return closing ? end + closing - 1 : end
}
function piece_behind(begin, end) {
    if (end > begin && substr(whole, begin, end - begin) !~ /^[*]+$/) piece(begin, to_closing_quote(begin, end))
}
function of_tool(words_before, word, first,    end, begin, ahead, at) { # 1: the word is dealt with
    end = length(word) + 1
    ahead = length(words_before)
    if (match(words_before word, t_slashed)) {
        begin = RLENGTH - ahead + 1
        at = match(word, /.*@/) ? RLENGTH : 0
        if (at > begin) end = at
    } else if (match(words_before word, t_commands)) {
        begin = RLENGTH - ahead + 1
    }
    if (begin < 1 || substr(word, begin, end - begin) ~ t_no_secret || !gives_away("key", substr(word, begin, end - begin))) return 0
    if (words_before ~ t_likely && !like_a_key(substr(word, begin, end - begin))) return 0
    piece_behind(first + begin - 1, first + end - 1)
    return 1
}
function behind_words(word, before, two_before, tool, first,    begin, end, bare, colon) {
    begin = word ~ /^["\047]/ ? 2 : 1
    end = length(word) + 1 - (length(word) > 1 && word ~ /["\047,;]$/)
    if (tool != "" && of_tool(tool "|" two_before " " before " ", substr(word, 1, end - 1), first)) return
    if (before !~ /^["\047abnd\/-]/) return
    bare = substr(word, begin, end - begin)
    if (before ~ t_schemes) {
        if (length(bare) > 7 && (bare ~ /=$/ || length(bare) > 19 || bare ~ /[0-9]/)) piece_behind(first + begin - 1, first + end - 1)
    } else if (before ~ t_user_flags) {
        colon = index(word, ":")
        if (colon > 1 && !index(word, "://") && bare !~ t_numbers) piece_behind(first + colon, first + end - 1)
    } else if (before ~ t_key_flags) {
        colon = match(substr(word, 1, end - 1), /.*:/) ? RLENGTH : 0
        if (like_a_key(substr(word, colon + 1, end - colon - 1))) piece_behind(first + colon, first + end - 1)
    } else if (before ~ t_flags && bare !~ /^-/) {
        if (before ~ /^["\047]*-p$/ && (tool ~ t_not_for_p || tool ~ t_other_p || bare ~ t_ports)) return
        if (gives_away(before ~ /p$/ ? "key" : before == "-pin" ? "doubtful" : "password", bare)) piece_behind(first + begin - 1, first + end - 1)
    }
}
function of_word(word, first,    start, begin, end) {
    start = index(word, "=")
    if (word ~ /^-/ && start > 1 && substr(word, 1, start - 1) ~ t_key_flags && like_a_key(substr(word, start + 1)))
        piece(first + start, first + length(word))
    if (match(word, /.*@/) && RLENGTH > 1) of_address(word, RLENGTH, first)
    if (word ~ /=/ && word ~ /[?&;%]/) {
        for (start = 1; match(substr(word, start), t_query); start = end) {
            begin = start + RSTART - 1
            end = begin + RLENGTH
            if (substr(word, begin, 1) ~ /[(,u]/) match(substr(word, end), /^[^,)]*/)
            else match(substr(word, end), /^[^&#;"\047)>]*/)
            if (substr(word, begin, end + RLENGTH - begin) !~ t_no_query) piece(first + end - 1, first + end - 1 + RLENGTH)
            end += RLENGTH
        }
    }
    if (word ~ /[-_]|eyj|a[ks]ia|aiza|hvs[.]|sg[.]|ya29[.]|:aa|1\/\/0|sl[.]|8q~/ || word ~ t_key_holds) all_of(word, t_looking, first, 1)
    if (match(word, t_after)) piece(first + RSTART - 1 + RLENGTH, first + length(word))
    if (word ~ /[{$(]/) all_of(word, t_hashes, first, 0)
}
function of_pipes(low, pattern, before,    first, start, end, quoted) { # what a shell hands to a command that asks
    for (first = 1; match(substr(low, first), pattern); first = end) {
        start = first + RSTART - 1
        end = start + RLENGTH
        if (!match(substr(low, start), "^(" before ")")) return
        start += RLENGTH
        if (!match(substr(low, start), "^" t_echoed)) continue
        if (start + RLENGTH > end) end = start + RLENGTH
        quoted = substr(low, start, 1) ~ /["\047]/
        piece(start + quoted, start + RLENGTH - quoted)
    }
}
function of_words(low, in_tasks,    count, words, i, first, before, two_before, tool) {
    first = 1
    count = in_tasks ? split(low, words, /[ \t,]/) : split(low, words, /[ \t]/)
    for (i = 1; i <= count; i++) {
        if (in_tasks && substr(low, first - 1, 1) == ",") tool = ""
        if (words[i] != "") {
            if (before != "") behind_words(words[i], before, two_before, tool, first)
            of_word(words[i], first)
            tool = tool_of(words[i], tool)
            two_before = before
            before = substr(words[i], length(words[i]) > 300 ? length(words[i]) - 299 : 1)
            sub(/^.*=/, "", before)
        }
        first += length(words[i]) + 1
    }
}
function of_logins(low,    first, begin, end) { # in a list of tasks what stands behind the user of `tell task login`
    for (first = 1; match(substr(low, first), t_tell_login); first = end) {
        begin = first + RSTART - 1 + RLENGTH
        match(substr(low, begin), /^[^,]*/)
        end = begin + RLENGTH
        if (match(substr(low, begin), t_login_user)) first = begin + RLENGTH - 1
        else first = begin
        match(substr(low, first, end - first), /[ \t]*$/)
        piece(first, first + RSTART - 1)
    }
}
function of_names(low, in_tasks,    place, begin, start, end, of_kind, name, value) {
    for (place = 1; match(substr(low, place), t_in_text); ) {
        begin = place + RSTART - 1
        match(substr(low, begin), /^[0-9a-z_$.-]*(@ss[0-9a-z_$.-]*)?/)
        place = begin + RLENGTH
        while (begin > 1 && substr(low, begin - 1, 1) ~ /[0-9a-z_$.-]/) begin--
        if (begin > 2 && substr(low, begin - 2, 2) == "${") begin -= 2
        match(substr(low, place), t_between)
        start = place + RLENGTH
        end = in_tasks ? index(substr(low, start), ",") : 0
        end = end ? start + end - 1 : length(low) + 1
        if (start == place || start >= end || substr(low, begin, end - begin > 300 ? 300 : end - begin) ~ t_prose) continue
        name = substr(low, begin, place - begin)
        sub(/^-+/, "", name)
        of_kind = kind(name)
        value = substr(low, start, end - start)
        if (of_kind != "password") sub(/[ \t,;&"\047].*$/, "", value)
        if (gives_away(of_kind, value)) {
            piece(start, end)
            if (!in_tasks) return
            place = end
        }
    }
}
function of_flagged(low,    count, i, flagged, at, start) {
    count = split(t_flagged, flagged, " ")
    for (i = 1; i <= count; i++) {
        if (!(at = index(low, flagged[i]))) continue
        start = at + length(flagged[i])
        match(substr(low, start), t_between)
        piece(start + RLENGTH, length(low) + 1)
    }
}
function number_of(code, base,    i, number) {
    for (i = 1; i <= length(code); i++) number = number * base + index("0123456789abcdef", substr(code, i, 1)) - 1
    return number
}
function plain_letters(text,    i) { # with an ASCII letter for each that looks alike
    if (text !~ /[^\001-\177]/) return text
    for (i = 1; i <= look_alikes; i++) if (index(text, look_alike[i])) gsub(look_alike[i], plain_letter[i], text)
    return text
}
function read_look_alikes(    pairs, i, code, letter) { # of each pair the bytes are figures of base 16
    look_alikes = split(t_look_alikes, pairs, " ")
    for (i = 1; i <= look_alikes; i++) {
        letter = substr(pairs[i], length(pairs[i]))
        plain_letter[i] = letter == "&" ? "\\&" : letter
        for (code = 1; code < length(pairs[i]); code += 2)
            look_alike[i] = look_alike[i] sprintf("%c", number_of(substr(pairs[i], code, 2), 16) + 0)
    }
}
function is_control(code,    count, ranges, ends, i) { # no letter: it steers a terminal, or is not seen
    if (code > 31 && code < 127) return 0
    count = split(t_control, ranges, " ")
    for (i = 1; i <= count; i++) {
        split(ranges[i], ends, "-")
        if (code >= ends[1] + 0 && code <= ends[2] + 0) return 1
    }
    return 0
}
function meant(text, instead,    all, low, code) { # with what its escapes stand for in their places
    controls = 0 # of those how many are no letters; `instead` stands in their place
    text = plain_letters(text)
    for (low = tolower(text); match(low, t_escapes); low = tolower(text)) {
        code = substr(low, RSTART, RLENGTH)
        all = all substr(text, 1, RSTART - 1)
        text = substr(text, RSTART + RLENGTH)
        if (code ~ /\/$/) code = 47
        else if (code ~ /^&#[0-9]+;$/) code = number_of(substr(code, 3, length(code) - 3), 10)
        else {
            sub(/^(\\u|\\x|%|&#x?)/, "", code)
            sub(/;$/, "", code)
            code = number_of(code, 16)
        }
        if (is_control(code)) {
            controls++
            all = all instead
        } else all = all (code == 9 || (code > 31 && code < 127) ? sprintf("%c", code + 0) : "?")
    }
    return all text
}
function hides(text) {
    return plainly(text) != text
}
function as_meant(text,    before, shown, name, equals, escaped) { # by `plainly`; where escapes or the length may hide a secret nothing
    before = fewer
    escaped = length(text) <= longest && (tolower(text) ~ t_escapes || plain_letters(text) != text)
    shown = length(text) > longest ? "" : plainly(text)
    if (escaped && length(meant(text, "")) && controls) {
        if (hides(meant(text, " ")) || hides(meant(text, ""))) shown = "***" # they may part a word, or join two
        else shown = text
    } else if (length(text) > longest || (escaped && meant(shown) != plainly(meant(text)))) {
        equals = index(text, "=")
        name = equals <= 256 ? substr(text, 1, equals - 1) : ""
        shown = (equals && equals <= 256 && meant(name) == plainly(name) ? name "=" : "") "***"
    }
    fewer = before + length(text) - length(shown)
    return shown
}
function without(text, by_names,    low, in_tasks, i, j, last, at, shown) {
    whole = text
    low = tolower(text)
    pieces = 0
    in_tasks = low ~ /^[ \t]*servertasks/
    of_words(low, in_tasks)
    if (in_tasks) of_logins(low)
    if (by_names) {
        if (low ~ /(echo|printf).*[|]/) of_pipes(low, t_piped, t_echo)
        if (index(low, "<<<")) of_pipes(low, t_given, t_given)
        if (index(low, "unzip")) of_pipes(low, t_opened, t_opens)
        of_names(low, in_tasks)
        if (by_names == 1) of_flagged(low)
        if (at = index(low, "set secure ")) piece(at + 11, length(low) + 1)
        if (match(low, t_key_block) && substr(low, RSTART + RLENGTH) !~ /^-*$/) piece(RSTART + RLENGTH, length(low) + 1)
    }
    if (!pieces) return text
    for (i = 2; i <= pieces; i++)
        for (j = i; j > 1 && from[j] < from[j - 1]; j--) {
            at = from[j]; from[j] = from[j - 1]; from[j - 1] = at
            at = behind[j]; behind[j] = behind[j - 1]; behind[j - 1] = at
        }
    last = 1
    for (i = 1; i <= pieces; i = j) {
        at = behind[i]
        for (j = i + 1; j <= pieces && from[j] < at; j++) if (behind[j] > at) at = behind[j]
        shown = shown substr(text, last, from[i] - last) "***"
        fewer += at - from[i] - 3
        last = at
    }
    return shown substr(text, last)
}
BEGIN {
    longest = 8192 # bytes of a line that is looked through
@TABLES@
    read_look_alikes()
}
