# The lines of a compose file or of docker inspect, first without secrets, then as they are. A line with a secret keeps
# its name and stays YAML or JSON. In YAML, lines that continue its value are left out.
function indentation(line) {
    match(line, /^[ \t]*(- +)?/)
    return RLENGTH
}
function repaired(line,    ending, quote) {
    ending = json && line ~ /,[ \t\r]*$/ ? "," : ""
    if (line ~ /\r$/) ending = ending "\r"
    if (match(line, /^[ \t]*(- +)?["\047]?[A-Za-z_][A-Za-z0-9_.-]*=/)) {
        quote = substr(line, indentation(line) + 1, 1)
        match(line, /^[^=]*=/)
        return substr(line, 1, RLENGTH) "***" (quote ~ /["\047]/ ? quote : "") ending
    }
    if (match(line, /^[ \t]*(- +)?["\047]?[A-Za-z_][A-Za-z0-9_.-]*["\047]?[ \t]*:/))
        return substr(line, 1, RLENGTH) " \"***\"" ending
    quote = json || line ~ /^[ \t]*- / ? "\"***\"" : "# ***"
    return substr(line, 1, indentation(line)) quote ending
}
BEGIN { above = -1 }
NR == FNR {
    hidden[NR] = $0
    next
}
first == "" && $0 !~ /^[ \t\r]*$/ {
    first = $0
    json = first ~ /^[ \t]*[{[]/
}
above >= 0 && !json {
    match($0, /^[ \t]*/)
    if ($0 ~ /^[ \t\r]*$/ || RLENGTH > above) next
    above = -1
}
$0 == hidden[FNR] {
    print
    next
}
{
    match($0, /^[ \t]*/)
    above = $0 ~ /^[ \t]*#/ ? -1 : RLENGTH
    print repaired($0)
}
