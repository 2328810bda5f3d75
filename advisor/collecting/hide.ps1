# The names whose values are not shown, and those that only sound so. From domlint's own list.
$secret = New-Object Text.RegularExpressions.Regex('@SECRET@', 'IgnoreCase, CultureInvariant')
$notSecret = '@NOT_SECRET@'.Split(' ')
$letters = '0123456789abcdefghijklmnopqrstuvwxyz_$.-'

function Test-Letter([string]$Text, [int]$At) {
    return $At -ge 0 -and $At -lt $Text.Length -and $letters.IndexOf([char]::ToLowerInvariant($Text[$At])) -ge 0
}

# A setting's value goes from its first letter to the line's end, and so does what stands behind a secret name within
# another's value. In a line that is switched off, or is no setting, all behind such a name goes.
function Hide-InLine([string]$Text) {
    $equals = $Text.IndexOf('=')
    if ($Text -match '^[ \t]*[;#:]') { $equals = -1 }
    $from = 0
    while (($found = $secret.Match($Text, $from)).Success) {
        $begin = $found.Index
        $behind = $begin + $found.Length
        while (Test-Letter $Text ($begin - 1)) { $begin-- }
        while (Test-Letter $Text $behind) { $behind++ }
        $from = $behind
        if ($notSecret -contains $Text.Substring($begin, $behind - $begin)) { continue }
        $between = '[\]"''>)} \t]*[=:]'
        if ($begin -lt $equals) { $between = '[^=]*=' }
        if ($equals -lt 0) { $between = '' }
        $blanks = New-Object Text.RegularExpressions.Regex('\G' + $between + '[\]=:"''>)} \t]*')
        $parted = $blanks.Match($Text, $behind)
        if (-not $parted.Success) { continue }
        $start = $parted.Index + $parted.Length
        if ($start -ge $Text.Length) { return $Text }
        return $Text.Substring(0, $start) + '***'
    }
    return $Text
}

function Hide-InSettings([string]$Text) {
    $hide = [Text.RegularExpressions.MatchEvaluator] { param($line) Hide-InLine $line.Value }
    return [regex]::Replace($Text, '[^\r\n]+', $hide)
}

# Of an item of a document the name stays; its value becomes a text of three stars.
function Hide-InDocument([string]$Text) {
    $item = '(<item(?=\s)[^>]*?\sname\s*=\s*["'']([^"'']*)[^>]*(?<!/)>)(.*?)(?=</item|\z)'
    $hide = [Text.RegularExpressions.MatchEvaluator] {
        param($found)
        $name = $found.Groups[2].Value
        if (-not $secret.IsMatch($name) -or $notSecret -contains $name) { return $found.Value }
        return $found.Groups[1].Value + '<text>***</text>'
    }
    $options = [Text.RegularExpressions.RegexOptions] 'IgnoreCase, CultureInvariant, Singleline'
    return [regex]::Replace($Text, $item, $hide, $options)
}
