# Gathers on Windows what domlint reads of a Domino server into one new folder. Printed by domlint @VERSION@.
#
#   powershell -ExecutionPolicy Bypass -File SCRIPT [-Data FOLDER] [-Output FOLDER] [-Archive]
#
#   -Data FOLDER    where notes.ini lies (default: where the server that runs here has it)
#   -Output FOLDER  a new folder for what is gathered (default: .\domlint-HOST-DATE)
#   -Archive        makes a .zip of it as well
#
# It only reads: it changes no setting, starts and stops nothing, and sends nothing anywhere. It copies the files and
# runs the commands that are named below, and no others: no database, no mail, no ID file, no key ring. In the copies
# secrets are ***.
#
# Run it as the Domino user, in a folder that only this user may write. An administrator sees more of disks and
# controllers, but whoever writes the data directory chooses what an administrator copies. So the script skips links and
# other reparse points in the data directory, and names them.
#
# It needs PowerShell 3.0, and 5.0 for -Archive.
#Requires -Version 3.0
param(
    [string]$Data = '',
    [string]$Output = '',
    [switch]$Archive
)
$Data = $Data.Trim('"') # cmd makes one of -Data "D:\Data\"
$Output = $Output.Trim('"')
Set-StrictMode -Version 2
$ErrorActionPreference = 'Stop'

$mode = "$($ExecutionContext.SessionState.LanguageMode)"
if ($mode -ne 'FullLanguage') { # what masks secrets, .NET's own classes, is not allowed then
    Write-Host "This machine's policy holds PowerShell in $mode mode, in which this script cannot mask secrets."
    Write-Host 'Nothing was gathered. Let AppLocker or App Control for Business allow the script, or run it elsewhere on a copy.'
    exit 2
}
$longest = 60 # seconds that a command may take
$largest = 20971520 # bytes of a document
$latin = [Text.Encoding]::GetEncoding(28591) # a byte is a letter, and the other way round

@HIDE@
function Stop-Here([string]$Text) {
    [Console]::Error.WriteLine($Text)
    exit 2
}

function Write-Step([string]$Word, [string]$Text) {
    $line = '{0,-10} {1}' -f $Word, $Text
    [IO.File]::AppendAllText($log, $line + "`r`n")
    Write-Host $line
}

function Skip-File([string]$Word, [string]$Text) { # a file that is there is not in the folder, so the script exits with 1
    Write-Step $Word $Text
    $script:result = 1
}

function Test-Link([string]$Path) { # attributes are those of a link, not of the file that it leads to
    return ([IO.File]::GetAttributes($Path) -band [IO.FileAttributes]::ReparsePoint) -ne 0
}

function Get-Absolute([string]$Path) {
    return $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($Path)
}

function Read-Latin([string]$Path) {
    # Domino may have the file open, even to write.
    $stream = New-Object IO.FileStream($Path, [IO.FileMode]::Open, [IO.FileAccess]::Read, [IO.FileShare]::ReadWrite)
    try {
        $memory = New-Object IO.MemoryStream
        $stream.CopyTo($memory)
        return $latin.GetString($memory.ToArray())
    } finally {
        $stream.Close()
    }
}

function Copy-Masked([string]$Path, [string]$File, [bool]$IsDocument) {
    try {
        $text = Read-Latin $Path
    } catch {
        Write-Step 'failed' "$Path ($($_.Exception.Message))"
        return $false
    }
    if ($text.IndexOf([char]0) -ge 0) {
        Write-Step 'failed' "$Path (holds NUL bytes, as UTF-16 does; save it as plain text first)"
        return $false
    }
    if ($IsDocument) { $text = Hide-InDocument $text } else { $text = Hide-InSettings $text }
    [IO.File]::WriteAllBytes((Join-Path $folder $File), $latin.GetBytes($text))
    Write-Step 'done' $Path
    return $true
}

# Domino writes a document down whenever it was changed: serverdoc_mail01_2009_08_02@16_05_20.dxl
function Copy-Newest([string]$Kind) {
    $found = @()
    foreach ($name in 'IBM_TECHNICAL_SUPPORT', 'HCL_TECHNICAL_SUPPORT') {
        $place = "$directory\$name" # Join-Path would stop at a drive that this machine has not
        if (-not [IO.Directory]::Exists($place) -or (Test-Link $place)) { continue }
        try {
            foreach ($path in [IO.Directory]::GetFiles($place, "${Kind}_*.dxl")) {
                if (Test-Link $path) { Skip-File 'left out' "$path (it is a link or another reparse point)" } else { $found += $path }
            }
        } catch {
            Skip-File 'failed' "$place ($($_.Exception.Message))"
        }
    }
    if ($found.Count -eq 0) {
        Write-Step 'not there' "${Kind}_*.dxl in $directory\IBM_TECHNICAL_SUPPORT or HCL_TECHNICAL_SUPPORT"
        return
    }
    $time = { if ($_ -match '_\d{4}_\d\d_\d\d@\d\d_\d\d_\d\d\.dxl$') { $Matches[0] } else { '' } }
    $newest = $found | Sort-Object $time | Select-Object -Last 1
    if ((New-Object IO.FileInfo($newest)).Length -gt $largest) {
        Skip-File 'left out' "$newest (more than $largest bytes)"
        return
    }
    if (-not (Copy-Masked $newest ([IO.Path]::GetFileName($newest)) $true)) { $script:result = 1 }
}

# nserver is told its notes.ini on the command line (=D:\data\notes.ini), or finds it in the folder of the program.
function Find-NotesIni {
    if ($Data) { return Join-Path (Get-Absolute $Data) 'notes.ini' }
    $found = @()
    foreach ($process in @(Get-CimInstance Win32_Process -Filter "Name = 'nserver.exe'")) {
        if ($process.CommandLine -match '=\s*"?([A-Za-z]:\\[^"]+?\.ini)') { $found += $Matches[1] }
        elseif ($process.ExecutablePath) { $found += Join-Path (Split-Path $process.ExecutablePath) 'notes.ini' }
    }
    $found = @($found | Sort-Object -Unique)
    if ($found.Count -eq 0) { Stop-Here 'No running Domino server found. Give the folder of notes.ini with -Data.' }
    if ($found.Count -gt 1) { Stop-Here "Several servers run here; -Data names one's folder: $($found -join ', ')" }
    return $found[0]
}

$ini = Find-NotesIni
if (-not (Test-Path -LiteralPath $ini -PathType Leaf)) {
    Stop-Here "There is no $ini. Give the folder of notes.ini with -Data."
}
if (Test-Link $ini) { Stop-Here "$ini is a link. Give the folder of the file itself, or of a copy, with -Data." }
if (-not $Output) { $Output = "domlint-$env:COMPUTERNAME-$(Get-Date -Format 'yyyy-MM-dd')" }
$folder = (Get-Absolute $Output).TrimEnd('\')
foreach ($path in $folder, "$folder.zip") {
    if (Test-Path -LiteralPath $path) { Stop-Here "$path is there already and stays as it is; -Output names another." }
}
$work = Join-Path $folder 'work'
[void][IO.Directory]::CreateDirectory($work)
$nothing = Join-Path $work 'nothing'
[IO.File]::WriteAllText($nothing, '')
$log = Join-Path $folder 'gathered.log'
$result = 0

$title = "domlint collect --platform windows, domlint @VERSION@, on $env:COMPUTERNAME, $(Get-Date)"
[IO.File]::WriteAllText($log, "$title`r`n")
$user = New-Object Security.Principal.WindowsPrincipal([Security.Principal.WindowsIdentity]::GetCurrent())
if ($user.IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator)) {
    Write-Step 'note' 'run as administrator; run it as the Domino user unless you need what only an administrator may read'
} else {
    Write-Step 'note' 'not run as administrator; some commands print more when an administrator runs them'
}
if (-not (Copy-Masked $ini 'notes.ini' $false)) { $result = 1 }
$directory = Split-Path $ini
$told = Join-Path $folder 'notes.ini'
if ($result -eq 0 -and (Read-Latin $told) -match '(?im)^[ \t]*Directory[ \t]*=[ \t]*([^\r\n]*[^\s])') {
    $directory = $Matches[1]
}
foreach ($name in 'IBM_TECHNICAL_SUPPORT', 'HCL_TECHNICAL_SUPPORT') {
    $place = "$directory\$name"
    if ([IO.Directory]::Exists($place) -and (Test-Link $place)) { Skip-File 'left out' "$place (it is a link or another reparse point)" }
}
foreach ($kind in 'serverdoc', 'configspecific', 'configgroup', 'configall') { Copy-Newest $kind }

@STEPS@

@STORAGE@
Remove-Item -LiteralPath $work -Recurse -Force

$again = ''
if ($Archive) {
    if (Get-Command Compress-Archive -ErrorAction SilentlyContinue) {
        Compress-Archive -LiteralPath $folder -DestinationPath "$folder.zip"
        Write-Host "Archive: $folder.zip"
        $names = foreach ($path in $folder, "$folder.zip") { "'" + $path.Replace("'", "''") + "'" }
        $again = "Compress-Archive -Force -LiteralPath $($names[0]) -DestinationPath $($names[1])"
    } else {
        Write-Host 'No archive: this PowerShell is older than 5. The folder itself is complete.'
        $result = 1
    }
}
Write-Host @"

Gathered: $folder
The rest is known to Domino only. Type these commands on the server's console and save each output as a file there:

  show server    show-server.txt
  show stat      show-stat.txt
  show tasks     show-tasks.txt
  show cluster   show-cluster.txt   (on a cluster member)

"@
if ($again) {
    Write-Host 'The archive does not hold them. Once they are in the folder, pack it again, in PowerShell:'
    Write-Host "`r`n  $again`r`n"
}
Write-Host 'Look through the folder before it leaves this machine.'
Write-Host 'Then, where domlint is: domlint check with the folder or the archive'
exit $result
