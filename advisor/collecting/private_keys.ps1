# Private keys, as domlint hides them: what stands within becomes ***, line by line.
$longestKey = 65536

function Get-Bare([string]$Text) {
    return $Text.Replace('\n', '').Replace('\r', '').Trim(" `t`r`n;#:,+\>|`"'-".ToCharArray())
}

function Test-OfAKey([string]$Text) {
    return Test-Form (Get-Bare $Text) $t_key_line
}

function Test-EndSign($Sign) {
    return Test-Form $Sign.Value '^([^a-z]*end|private-m)'
}

function Hide-Lines([string]$Text, [string]$Lines = '[^\r\n]+') {
    $hide = [Text.RegularExpressions.MatchEvaluator] {
        param($line)
        if ((Get-Bare $line.Value).Trim('*') -eq '') { return $line.Value }
        return '***'
    }
    return [regex]::Replace($Text, $Lines, $hide)
}

# A key without END: up to where its last line ends. The first line is the rest of that of BEGIN.
function Get-EndBelow([string]$Text, [int]$Sign, [int]$Begin, [int]$Limit) {
    $end = $Begin
    $others = 0
    $isFirst = $true
    $lines = [regex]::Matches($Text.Substring($Begin, [Math]::Min($Limit - $Begin, $longestKey)), '(?<=^|[\r\n])[^\r\n]*')
    foreach ($line in $lines) {
        $behind = $Begin + $line.Index + $line.Length
        if ($isFirst) {
            $isFirst = $false
            $end = $behind
            if ((Get-Bare $line.Value) -eq '') { continue }
            $quote = [regex]::Match($line.Value, '(?<!\\)["''<]')
            $near = [regex]::Match($Text.Substring([Math]::Max($Sign - 160, 0), [Math]::Min($Sign, 160)), '[^\r\n]*\z').Value
            if ($quote.Success -and ($quote.Value -eq '<' -or $near.Contains($quote.Value))) { return $Begin + $quote.Index }
        } elseif ($line.Value.Trim() -ne '') {
            if ((Test-OfAKey $line.Value) -or ($others -eq 0 -and -not (Test-Form $line.Value $t_key_plain))) {
                $end = $behind
                $others = 0
            } else {
                $others++
            }
            if ($others -gt 8) { break }
        }
    }
    return $end
}

# A key without BEGIN: from where its first line begins. The last line is what stands before END on its own.
function Get-BeginAbove([string]$Text, [int]$Floor, [int]$End) {
    $floor = [Math]::Max($Floor, $End - $longestKey)
    $lines = [regex]::Matches($Text.Substring($floor, $End - $floor), '(?<=^|[\r\n])[^\r\n]*')
    $own = $lines[$lines.Count - 1]
    if ((Get-Bare $own.Value) -ne '') {
        return $floor + $own.Index + [regex]::Match($own.Value, '^[ \t"'']*[0-9A-Za-z_.$-]+["'']?[ \t]*[=:]').Length
    }
    $begin = $floor + $own.Index
    $others = 0
    for ($at = $lines.Count - 2; $at -ge 0 -and $others -le 8; $at--) {
        $line = $lines[$at]
        if ((Test-OfAKey $line.Value) -and ($others -eq 0 -or (Get-Bare $line.Value).Length -ge 16)) {
            $begin = $floor + $line.Index
            $others = 0
        } elseif ($line.Value.Trim() -ne '') {
            $others++
        }
    }
    return $begin
}

function Hide-Keys([string]$Text) {
    $shown = New-Object Text.StringBuilder
    $last = 0
    $signs = [regex]::Matches($Text, $t_key_sign, $ignoreCase)
    for ($at = 0; $at -lt $signs.Count; $at++) {
        $sign = $signs[$at]
        $begin = $sign.Index + $sign.Length
        $next = $Text.Length
        $endNext = $false
        if ($at + 1 -lt $signs.Count) {
            $next = $signs[$at + 1].Index
            $endNext = (Test-EndSign $signs[$at + 1]) -and $next - $begin -le $longestKey
        }
        if (Test-EndSign $sign) {
            if ($at -gt 0 -and -not (Test-EndSign $signs[$at - 1])) { continue }
            $end = $sign.Index
            $begin = Get-BeginAbove $Text $last $end
        } elseif ($endNext) {
            $end = $next
        } else {
            $end = Get-EndBelow $Text $sign.Index $begin $next
        }
        [void]$shown.Append($Text.Substring($last, $begin - $last)).Append((Hide-Lines $Text.Substring($begin, $end - $begin)))
        $last = $end
    }
    return $shown.ToString() + $Text.Substring($last)
}

# A private key within a document goes up to its END, or to the end of its item; without BEGIN what stands before END.
function Hide-KeysInDocument([string]$Text) {
    $options = [Text.RegularExpressions.RegexOptions] 'IgnoreCase, CultureInvariant, Singleline'
    $begin = $t_key_sign.Replace('(begin|end)', 'begin')
    $end = $t_key_sign.Replace('(begin|end)', 'end')
    $hide = [Text.RegularExpressions.MatchEvaluator] {
        param($found)
        return $found.Groups['sign'].Value + (Hide-Lines $found.Groups['key'].Value '(?<=^|[>\r\n])[^<>\r\n]+')
    }
    $masked = [regex]::Replace($Text, "(?<sign>$begin)(?<key>.*?)(?=$end|</item|</document|\z)", $hide, $options)
    return [regex]::Replace($masked, "(?<sign>>)(?<key>[^<>]*?)(?=$end)", $hide, $options)
}

# A private key without BEGIN: the lines of one, of which the first letters stay, and a JWK's numbers and those of .NET's XML.
function Hide-BareKeys([string]$Text) {
    $hideBody = [Text.RegularExpressions.MatchEvaluator] {
        param($found)
        $key = $found.Groups[$found.Groups.Count - 1]
        if (-not ($key.Value -cmatch '[\r\n<]|\\[nr]')) { return $found.Value }
        $before = $found.Value.Substring(0, $key.Index - $found.Index)
        return $before + (Hide-Lines $key.Value '(?<=^|[>\r\n])[^<>\r\n]+')
    }
    $hideNumber = [Text.RegularExpressions.MatchEvaluator] {
        param($found)
        $number = $found.Groups[$found.Groups.Count - 1]
        return $found.Value.Substring(0, $number.Index - $found.Index) + (Hide-Lines $number.Value '[^\s]+')
    }
    $shown = [regex]::Replace($Text, $t_key_body, $hideBody)
    if ([regex]::IsMatch($shown, $t_jwk)) {
        $shown = [regex]::Replace($shown, "$t_jwk_name$t_quote($t_jwk_number)", $hideNumber)
        $shown = [regex]::Replace($shown, "$t_yaml_name($t_jwk_number)", $hideNumber)
    }
    if ([regex]::IsMatch($shown, $t_net)) {
        $shown = [regex]::Replace($shown, "$t_net_name((?:$t_net_number\s*){1,64})", $hideNumber)
    }
    return $shown
}
