# What of a text is secret, as domlint decides it: names by these tables, and what a text shows by its form.
@TABLES@
$ignoreCase = [Text.RegularExpressions.RegexOptions] 'IgnoreCase, CultureInvariant'
$inText = New-Object Text.RegularExpressions.Regex($t_in_text)
$longest = 8192 # letters of a line that is looked through
$letters = '0123456789abcdefghijklmnopqrstuvwxyz_$.-'

$lookAlikes = New-Object 'Collections.Generic.Dictionary[string,string]'
foreach ($pair in $t_look_alikes.Split(' ')) { # the bytes of a letter as figures of base 16, and the ASCII letter
    $bytes = [regex]::Matches($pair.Substring(0, $pair.Length - 1), '..')
    $letter = -join @($bytes | ForEach-Object { [char][Convert]::ToInt32($_.Value, 16) })
    $lookAlikes[$letter] = $pair.Substring($pair.Length - 1)
}

function Get-PlainLetters([string]$Text) {
    if (-not (Test-Form $Text '[^\x01-\x7f]')) { return $Text }
    foreach ($letter in $lookAlikes.Keys) { $Text = $Text.Replace($letter, $lookAlikes[$letter]) }
    return $Text
}

function Test-Letter([string]$Text, [int]$At) {
    return $At -ge 0 -and $At -lt $Text.Length -and $letters.IndexOf([char]::ToLowerInvariant($Text[$At])) -ge 0
}

function Test-Form([string]$Text, [string]$Pattern) {
    return [regex]::IsMatch($Text, $Pattern, $ignoreCase)
}

function Get-Kind([string]$Name) {
    $low = (Get-Meant $Name).ToLowerInvariant()
    if ($t_public_names.Split(' ') -contains $low) { return '' }
    foreach ($flagged in $t_flagged.Split(' ')) { if ($low.IndexOf($flagged, [StringComparison]::Ordinal) -ge 0) { return 'password' } }
    if ($low.Length -gt 200) { $low = $low.Substring($low.Length - 200) }
    if ($low -ceq 'p') { return 'key' }
    $isLogin = $low.EndsWith('p') -and -not (Test-Form $low $t_no_login)
    $low = [regex]::Replace($low, $t_public, '-')
    if (Test-Form $low "($t_passwords)[0-9]*$") { return 'password' }
    if (Test-Form $low "($t_keys)[0-9]*$") { return 'key' }
    if (Test-Form $low $t_words) {
        if (Test-Form $low "($t_about)[0-9]*$") { return '' }
        if (Test-Form $low "($t_where)[0-9]*$") { return 'server' }
        return 'doubtful'
    }
    if (Test-Form $low "($t_perhaps)[0-9]*$") { return 'like a key' }
    if (Test-Form ([regex]::Replace($low, $t_no_part, '-')) $t_parts) { return 'doubtful' }
    if (Test-Form $low "($t_pairs)[0-9]*$") { return 'pair' }
    if ($isLogin) { return 'login' }
    return ''
}

function Test-Location([string]$Low) {
    return (Test-Form $Low $t_path) -and -not (Test-Form $Low $t_base64)
}

function Test-Key([string]$Low) {
    return (Test-Form $Low $t_a_key) -and (Test-Form $Low '[0-9]') -and (Test-Form $Low '[a-z]') -and -not (Test-Location $Low)
}

function Test-GivenAway([string]$Kind, [string]$Value) {
    $low = $Value.Trim(' ', "`t", '"', "'", ',').ToLowerInvariant()
    if ($Kind -eq '' -or (Test-Form $low $t_harmless)) { return $false }
    if ($Kind -eq 'password') { return $true }
    if ($Kind -eq 'key') { return -not ((Test-Form $low $t_small) -or (Test-Location $low) -or (Test-Form $low $t_algorithm)) }
    if ($Kind -eq 'pair') { return (Test-Form $low $t_bound) -or ((Test-Form $low $t_a_pair) -and (Test-Form $low '[0-9]') -and (Test-Form $low '[a-z]')) }
    if ($Kind -eq 'login') { return (Test-Form $low $t_a_login) -and (Test-Form $low '[a-z]') -and -not (Test-Location $low) }
    if ($Kind -eq 'doubtful') { return -not ((Test-Form $low $t_figure) -or (Test-Location $low)) }
    return (Test-Key $low) -and -not ($Kind -eq 'server' -and (Test-Form $low $t_a_server))
}

# The pieces of a text that are secret, as pairs of where each begins and what is the first letter behind it.
function Add-Piece($Pieces, [int]$Begin, [int]$End) {
    if ($End -gt $Begin) { $Pieces.Add(@($Begin, $End)) }
}

function Find-InAddress($Pieces, [string]$Word, [int]$First) {
    $at = $Word.LastIndexOf('@')
    if ($at -lt 1) { return }
    $scheme = $Word.IndexOf('://')
    $slash = $Word.IndexOf('/')
    if ($Word.Contains('jdbc:') -and $slash -gt 0 -and $scheme -lt 0 -and $slash -lt $at) {
        Add-Piece $Pieces ($First + $slash + 1) ($First + $at)
    } elseif ($scheme -ge 0 -and $scheme -lt $at) {
        $rest = $Word.Substring($scheme + 3, $at - $scheme - 3)
        $colon = $rest.IndexOf(':')
        $slash = $rest.IndexOf('/')
        if ($colon -ge 0 -and -not ($slash -ge 0 -and $slash -lt $colon)) {
            $isPort = Test-Form $rest.Substring($colon + 1) '^[0-9]{1,9}/'
            if (-not $isPort -or (Test-Form $Word.Substring($at) ':[0-9]+$')) { Add-Piece $Pieces ($First + $scheme + 4 + $colon) ($First + $at) }
        } elseif ($slash -lt 0 -and ((Test-Key $rest) -or $rest.Length -gt 19)) {
            Add-Piece $Pieces ($First + $scheme + 3) ($First + $at)
        }
    } elseif ($Word -match '^[^@]*?//[^/:@]*:' -and $Matches[0].Length -le $at -and $Word.IndexOf('/', $Matches[0].Length, $at - $Matches[0].Length) -lt 0) {
        Add-Piece $Pieces ($First + $Matches[0].Length) ($First + $at)
    } else {
        $colon = $Word.IndexOf(':')
        if ($colon -lt 1 -or $colon -gt $at) { return }
        $user = $Word.Substring(0, $colon)
        if ((Test-Form $Word.Substring($at + 1) $t_host) -and -not $user.Contains('/') -and -not (Test-Form $user $t_no_user)) {
            Add-Piece $Pieces ($First + $colon + 1) ($First + $at)
        }
    }
}

# The command that a word begins, or that of the words before it.
function Get-Tool([string]$Word, [string]$Tool) {
    if (Test-Form $Word '[;|&]') { $Tool = '' }
    if ($Word.StartsWith('-')) { return $Tool }
    $own = "$Tool " + $Word.Trim('"', "'")
    if ($Tool -ne '' -and (Test-Form $own $t_within)) { return $own }
    if ($Word.Length -gt 300) { $Word = $Word.Substring($Word.Length - 300) }
    $found = [regex]::Match($Word, $t_tools)
    if ($found.Success) { return $found.Groups[2].Value }
    if (Test-Form $Tool $t_not_for_p) { return '' }
    return $Tool
}

# What begins behind a quote ends before the next such quote, or where its word does.
function Add-Quoted($Pieces, [string]$Low, [int]$Begin, [int]$End) {
    if ($End -le $Begin -or $Low.Substring($Begin, $End - $Begin).Trim('*') -eq '') { return }
    if ($Begin -gt 0 -and (Test-Form $Low.Substring($Begin - 1, 1) '["'']')) {
        $quote = $Low[$Begin - 1]
        $closing = $Low.IndexOf($quote, $Begin)
        if ($closing -gt $End) { $End = $closing }
    }
    Add-Piece $Pieces $Begin $End
}

# True where the word is dealt with: what a secret is to this command alone.
function Find-OfTool($Pieces, [string]$Low, [string]$Ahead, [string]$Word, [int]$First) {
    $end = $Word.Length
    $found = [regex]::Match($Ahead + $Word, $t_slashed)
    $begin = $found.Length - $Ahead.Length
    if ($found.Success) {
        $at = $Word.LastIndexOf('@')
        if ($at -gt $begin) { $end = $at }
    } else {
        $found = [regex]::Match($Ahead + $Word, $t_commands)
        $begin = $found.Length - $Ahead.Length
    }
    if (-not $found.Success -or $begin -lt 0) { return $false }
    $secret = $Word.Substring($begin, $end - $begin)
    if ((Test-Form $secret $t_no_secret) -or -not (Test-GivenAway 'key' $secret)) { return $false }
    if ((Test-Form $Ahead $t_likely) -and -not (Test-Key $secret)) { return $false }
    Add-Quoted $Pieces $Low ($First + $begin) ($First + $end)
    return $true
}

function Find-Behind($Pieces, [string]$Low, [string]$Word, [string]$Before, [string]$TwoBefore, [string]$Tool, [int]$First) {
    $begin = 0
    $end = $Word.Length
    if (Test-Form $Word '^["'']') { $begin = 1 }
    if ($end -gt 1 -and (Test-Form $Word '["'',;]$')) { $end-- }
    if ($Tool -ne '' -and (Find-OfTool $Pieces $Low "$Tool|$TwoBefore $Before " $Word.Substring(0, $end) $First)) { return }
    $bare = $Word.Substring($begin, [Math]::Max($end - $begin, 0))
    if (Test-Form $Before $t_schemes) {
        $telling = $bare.EndsWith('=') -or $bare.Length -gt 19 -or (Test-Form $bare '[0-9]')
        if ($bare.Length -gt 7 -and $telling) { Add-Quoted $Pieces $Low ($First + $begin) ($First + $end) }
    } elseif (Test-Form $Before $t_user_flags) {
        $colon = $Word.IndexOf(':')
        if ($colon -gt 0 -and -not $Word.Contains('://') -and -not (Test-Form $bare $t_numbers)) { Add-Quoted $Pieces $Low ($First + $colon + 1) ($First + $end) }
    } elseif (Test-Form $Before $t_key_flags) {
        $colon = $Word.Substring(0, $end).LastIndexOf(':')
        if (Test-Key $Word.Substring($colon + 1, $end - $colon - 1)) { Add-Quoted $Pieces $Low ($First + $colon + 1) ($First + $end) }
    } elseif ((Test-Form $Before $t_flags) -and -not $bare.StartsWith('-')) {
        if ((Test-Form $Before '^["'']*-p$') -and ((Test-Form $Tool $t_not_for_p) -or (Test-Form $Tool $t_other_p) -or (Test-Form $bare $t_ports))) { return }
        $kind = 'password'
        if ($Before.EndsWith('p')) { $kind = 'key' } elseif ($Before -eq '-pin') { $kind = 'doubtful' }
        if (Test-GivenAway $kind $bare) { Add-Quoted $Pieces $Low ($First + $begin) ($First + $end) }
    }
}

function Find-InWord($Pieces, [string]$Word, [int]$First) {
    $equals = $Word.IndexOf('=')
    if ($Word.StartsWith('-') -and $equals -gt 1 -and (Test-Form $Word.Substring(0, $equals) $t_key_flags)) {
        if (Test-Key $Word.Substring($equals + 1)) { Add-Piece $Pieces ($First + $equals + 1) ($First + $Word.Length) }
    }
    Find-InAddress $Pieces $Word $First
    foreach ($found in [regex]::Matches($Word, $t_query)) {
        $from = $found.Index + $found.Length
        $of = '^[^&#;"'')>]*'
        if (Test-Form $found.Value '^[(,u]') { $of = '^[^,)]*' }
        $value = [regex]::Match($Word.Substring($from), $of)
        if (Test-Form ($found.Value + $value.Value) $t_no_query) { continue }
        Add-Piece $Pieces ($First + $from) ($First + $from + $value.Length)
    }
    foreach ($found in [regex]::Matches($Word, $t_looking)) {
        $stands = $found.Index -eq 0 -or -not (Test-Form $Word.Substring(0, $found.Index) '(^|[^\\])[0-9a-z]$')
        if ($stands -and (Test-Form $found.Value '[0-9]')) { Add-Piece $Pieces ($First + $found.Index) ($First + $found.Index + $found.Length) }
    }
    $after = [regex]::Match($Word, $t_after)
    if ($after.Success) { Add-Piece $Pieces ($First + $after.Index + $after.Length) ($First + $Word.Length) }
    foreach ($found in [regex]::Matches($Word, $t_hashes)) { Add-Piece $Pieces ($First + $found.Index) ($First + $found.Index + $found.Length) }
}

# What a shell hands to a command that asks for a password.
function Find-InPipes($Pieces, [string]$Low, [string]$Pattern, [string]$Before) {
    foreach ($found in [regex]::Matches($Low, $Pattern)) {
        $start = $found.Index + [regex]::Match($Low.Substring($found.Index), "^($Before)").Length
        $value = [regex]::Match($Low.Substring($start), "^$t_echoed")
        if (-not $value.Success) { continue }
        $quoted = 0
        if (Test-Form $value.Value '^["'']') { $quoted = 1 }
        Add-Piece $Pieces ($start + $quoted) ($start + $value.Length - $quoted)
    }
}

# In a list of tasks what stands behind the user of `tell task login`.
function Find-InLogins($Pieces, [string]$Low) {
    foreach ($found in [regex]::Matches($Low, $t_tell_login)) {
        $begin = $found.Index + $found.Length
        $behind = [regex]::Match($Low.Substring($begin), '^[^,]*').Value.TrimEnd(' ', "`t")
        $user = [regex]::Match($behind, $t_login_user)
        $from = 0
        if ($user.Success) { $from = $user.Length - 1 }
        Add-Piece $Pieces ($begin + $from) ($begin + $behind.Length)
    }
}

function Find-Named($Pieces, [string]$Low, [bool]$InTasks) {
    $place = 0
    while (($found = $inText.Match($Low, $place)).Success) {
        $begin = $found.Index
        $place = $begin
        $place += [regex]::Match($Low.Substring($place), '^[0-9a-z_$.-]*(@ss[0-9a-z_$.-]*)?').Length
        while (Test-Letter $Low ($begin - 1)) { $begin-- }
        if ($begin -gt 1 -and $Low.Substring($begin - 2, 2) -eq '${') { $begin -= 2 }
        $start = $place + [regex]::Match($Low.Substring($place), $t_between).Length
        $end = $Low.Length
        if ($InTasks -and ($comma = $Low.IndexOf(',', $start)) -ge 0) { $end = $comma }
        if ($start -eq $place -or $start -ge $end -or (Test-Form $Low.Substring($begin, $end - $begin) $t_prose)) { continue }
        $kind = Get-Kind ($Low.Substring($begin, $place - $begin).TrimStart('-'))
        $value = $Low.Substring($start, $end - $start)
        if ($kind -ne 'password') { $value = [regex]::Match($value, '^[^ \t,;&"'']*').Value }
        if (Test-GivenAway $kind $value) {
            Add-Piece $Pieces $start $end
            if (-not $InTasks) { return }
            $place = $end
        }
    }
}

function Find-Flagged($Pieces, [string]$Low) {
    foreach ($flagged in $t_flagged.Split(' ')) {
        $at = $Low.IndexOf($flagged, [StringComparison]::Ordinal)
        if ($at -lt 0) { continue }
        $start = $at + $flagged.Length
        Add-Piece $Pieces ($start + [regex]::Match($Low.Substring($start), $t_between).Length) $Low.Length
    }
}

function Hide-Piece([string]$Text, $Pieces) {
    $shown = ''
    $last = 0
    foreach ($piece in @($Pieces | Sort-Object { $_[0] })) {
        if ($piece[0] -ge $last -and $Text.Substring($piece[0], $piece[1] - $piece[0]).Trim('*') -ne '') {
            $shown += $Text.Substring($last, $piece[0] - $last) + '***'
        }
        if ($piece[1] -gt $last -and $Text.Substring($piece[0], $piece[1] - $piece[0]).Trim('*') -ne '') { $last = $piece[1] }
    }
    return $shown + $Text.Substring($last)
}

# By: words is by their form alone, names is by the names within as well, all by those of domlint's catalogue too.
function Hide-InText([string]$Text, [string]$By) {
    $pieces = New-Object 'Collections.Generic.List[object]'
    $low = $Text.ToLowerInvariant()
    $inTasks = Test-Form $low '^[ \t]*servertasks'
    $apart = '[^ \t]+'
    if ($inTasks) { $apart = '[^ \t,]+' }
    $before = $twoBefore = $tool = ''
    $wordEnd = 0
    foreach ($word in [regex]::Matches($low, $apart)) {
        if ($inTasks -and $low.Substring($wordEnd, $word.Index - $wordEnd).Contains(',')) { $tool = '' }
        $wordEnd = $word.Index + $word.Length
        if ($before -ne '') { Find-Behind $pieces $low $word.Value $before $twoBefore $tool $word.Index }
        Find-InWord $pieces $word.Value $word.Index
        $tool = Get-Tool $word.Value $tool
        $twoBefore = $before
        $before = $word.Value.Substring($word.Value.LastIndexOf('=') + 1)
    }
    if ($inTasks) { Find-InLogins $pieces $low }
    if ($By -ne 'words') {
        if (Test-Form $low '(echo|printf).*[|]') { Find-InPipes $pieces $low $t_piped $t_echo }
        if ($low.Contains('<<<')) { Find-InPipes $pieces $low $t_given $t_given }
        if ($low.Contains('unzip')) { Find-InPipes $pieces $low $t_opened $t_opens }
        Find-Named $pieces $low $inTasks
        if ($By -eq 'all') { Find-Flagged $pieces $low }
        $prompt = $low.IndexOf('set secure ')
        if ($prompt -ge 0) { Add-Piece $pieces ($prompt + 11) $low.Length }
        $block = [regex]::Match($low, $t_key_block)
        $behind = $block.Index + $block.Length
        if ($block.Success -and $low.Substring($behind).Trim('-') -ne '') { Add-Piece $pieces $behind $low.Length }
    }
    if ($pieces.Count -eq 0) { return $Text }
    return Hide-Piece $Text $pieces
}

# Of a setting with a secret's name the whole value goes, of another what is secret in it.
function Hide-InLine([string]$Text) {
    $equals = $Text.IndexOf('=')
    if ($equals -gt 0 -and $equals -lt 256) {
        $name = $Text.Substring(0, $equals).Trim(' ', "`t", ';', '#', ':', '"', "'")
        $value = $Text.Substring($equals + 1)
        $bare = $value.Trim(' ', "`t", '"', "'")
        if (Test-Form $bare "^$t_key_sign`$") {
            return (Hide-InText $Text.Substring(0, $equals) 'names') + $Text.Substring($equals)
        }
        if (Test-GivenAway (Get-Kind $name) $bare) {
            $blanks = $value.Length - $value.TrimStart(' ', "`t").Length
            return (Hide-InText $Text.Substring(0, $equals) 'names') + $Text.Substring($equals, 1 + $blanks) + '***'
        }
    }
    return Hide-InText $Text 'all'
}

# Whether a number stands for no letter: it steers a terminal, or is not seen.
function Test-Control([int]$Code) {
    if ($Code -gt 31 -and $Code -lt 127) { return $false }
    foreach ($range in $t_control.Split(' ')) {
        $first, $last = [int[]]$range.Split('-')
        if ($Code -ge $first -and $Code -le $last) { return $true }
    }
    return $false
}

# The text with what its escapes stand for in their places; Instead stands in the place of what is no letter.
function Get-Meant([string]$Text, [string]$Instead = '') {
    $letter = [Text.RegularExpressions.MatchEvaluator] {
        param($found)
        $code = $found.Value.ToLowerInvariant().TrimEnd(';')
        if ($code -eq '\/') { return '/' }
        if (Test-Form $code '^&#[0-9]+$') {
            $number = [Convert]::ToInt32($code.Substring(2), 10)
        } else {
            $number = [Convert]::ToInt32($code.TrimStart('\', 'u', 'x', '%', '&', '#'), 16)
        }
        if (Test-Control $number) { return $Instead }
        if ($number -eq 9 -or ($number -gt 31 -and $number -lt 127)) { return [string][char]$number }
        return '?'
    }
    return [regex]::Replace((Get-PlainLetters $Text), $t_escapes, $letter, $ignoreCase)
}

# By Plainly, a function's name; where escapes or the length may hide a secret nothing of the value is left.
function Hide-AsMeant([string]$Text, [string]$Plainly) {
    if ($Text.Length -le $longest) {
        $shown = & $Plainly $Text
        if (-not (Test-Form $Text $t_escapes) -and (Get-PlainLetters $Text) -ceq $Text) { return $shown }
        $parted = Get-Meant $Text ' '
        $joined = Get-Meant $Text ''
        if ($parted -cne $joined) { # what is no letter may part a word, or join two
            if ((& $Plainly $parted) -cne $parted -or (& $Plainly $joined) -cne $joined) { return '***' }
            return $Text
        }
        if ((Get-Meant $shown) -ceq (& $Plainly (Get-Meant $Text))) { return $shown }
    }
    $equals = $Text.IndexOf('=')
    if ($equals -ge 0 -and $equals -lt 256) {
        $name = $Text.Substring(0, $equals)
        if ((Get-Meant $name) -ceq (& $Plainly $name)) { return $name + '=***' }
    }
    return '***'
}

@PRIVATE_KEYS@

function Hide-InSettings([string]$Text) {
    $hide = [Text.RegularExpressions.MatchEvaluator] { param($line) Hide-AsMeant $line.Value 'Hide-InLine' }
    return [regex]::Replace((Hide-BareKeys (Hide-Keys $Text)), '[^\r\n]+', $hide)
}

# Of a document's text what a report would not show.
function Hide-InContent([string]$Text) {
    $equals = $Text.IndexOf('=')
    if ($equals -gt 0 -and $equals -lt 256) {
        $kind = Get-Kind ($Text.Substring(0, $equals).Trim(' ', "`t"))
        if (Test-GivenAway $kind ($Text.Substring($equals + 1))) {
            return $Text.Substring(0, $equals + 1) + '***'
        }
    }
    return Hide-InText $Text 'names'
}

# Of an item of a document the name stays; its value becomes a text of three stars. Of others what is secret by its form.
function Hide-InDocument([string]$Text) {
    $attributes = '(?:[^>"'']|"[^"]*"|''[^'']*'')*'
    $item = "(<item(?=\s)${attributes}?\sname\s*=\s*[`"']([^`"']*)[`"']${attributes}(?<!/)>)(.*?)(?=</item|\z)"
    $hide = [Text.RegularExpressions.MatchEvaluator] {
        param($found)
        $kind = Get-Kind ([Net.WebUtility]::HtmlDecode($found.Groups[2].Value))
        if (@('', 'like a key', 'server', 'pair', 'login') -contains $kind) { return $found.Value }
        return $found.Groups[1].Value + '<text>***</text>'
    }
    $options = [Text.RegularExpressions.RegexOptions] 'IgnoreCase, CultureInvariant, Singleline'
    $masked = [regex]::Replace((Hide-BareKeys (Hide-KeysInDocument $Text)), $item, $hide, $options)
    $hideInText = [Text.RegularExpressions.MatchEvaluator] { param($found) '>' + (Hide-AsMeant $found.Value.Substring(1) 'Hide-InContent') }
    return [regex]::Replace($masked, '>[^<\r\n]+', $hideInText)
}
