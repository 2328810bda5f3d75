# Where the controllers' vendors put their tools, below the folders for programs; and whatever is on the path.
$places = @(
    'Smart Storage Administrator\ssacli\bin', 'HP\hpssacli\bin', 'HP\hpacucli\bin', 'Compaq\hpacucli\bin',
    'StorCLI', 'MegaRAID\StorCLI', 'Broadcom\StorCLI', 'LSI\StorCLI', 'PERCCLI', 'MegaCli',
    'Adaptec\maxView Storage Manager', 'Adaptec\Adaptec Storage Manager'
)

function Find-Tool([string[]]$Names) {
    foreach ($name in $Names) {
        $known = @(Get-Command "$name.exe" -CommandType Application -ErrorAction SilentlyContinue)
        if ($known.Count) { return $known[0].Definition }
        foreach ($programs in $env:ProgramFiles, ${env:ProgramFiles(x86)}) {
            foreach ($place in $places) {
                $path = "$programs\$place\$name.exe"
                if ($programs -and (Test-Path -LiteralPath $path)) { return $path }
            }
        }
    }
    return ''
}

# The tool's standard output becomes the file, byte by byte. Tools that keep a log do so in $work.
function Invoke-Tool([string]$File, [string]$Tool, [string]$Arguments) {
    $to = Join-Path $folder $File
    $errors = Join-Path $work 'errors'
    $what = "${File}: $([IO.Path]::GetFileNameWithoutExtension($Tool)) $Arguments"
    try {
        $process = Start-Process -FilePath $Tool -ArgumentList $Arguments -WorkingDirectory $work `
            -RedirectStandardInput $nothing -RedirectStandardOutput $to -RedirectStandardError $errors `
            -NoNewWindow -PassThru
        [void]$process.Handle # without it there is no exit code later
        if (-not $process.WaitForExit($longest * 1000)) {
            $process.Kill()
            $process.WaitForExit()
            Write-Step 'failed' "$what (no answer within $longest seconds)"
        } else {
            $process.WaitForExit()
            if ($process.ExitCode -eq 0) { Write-Step 'done' $what }
            else { Write-Step 'failed' "$what (exit code $($process.ExitCode))" }
        }
        [IO.File]::AppendAllText($log, ([IO.File]::ReadAllText($errors) -replace '(?m)^(?=.)', '           '))
    } catch {
        Write-Step 'failed' "$what ($($_.Exception.Message))"
    }
    if ((Test-Path -LiteralPath $to) -and (New-Object IO.FileInfo($to)).Length -eq 0) { Remove-Item -LiteralPath $to }
}

function Test-Text([string]$File, [string]$Pattern) {
    $path = Join-Path $folder $File
    return (Test-Path -LiteralPath $path) -and [regex]::IsMatch([IO.File]::ReadAllText($path), $Pattern)
}

# RAID controllers of HPE, HP and Compaq.
$tool = Find-Tool 'ssacli', 'hpssacli', 'hpacucli'
if ($tool) { Invoke-Tool 'ssacli.txt' $tool 'ctrl all show config detail' }
else { Write-Step 'not there' 'ssacli, hpssacli, hpacucli' }

# LSI, Broadcom, Dell. MegaCli only where the newer tools do not know the controller, or it would be listed twice.
$answered = $false
foreach ($maker in 'storcli', 'perccli') {
    $tool = Find-Tool "${maker}64", $maker
    if ($tool -and -not $answered) {
        Invoke-Tool "$maker.json" $tool '/call show all J nolog'
        $answered = Test-Text "$maker.json" '"Response Data"'
    }
}
$tool = Find-Tool 'MegaCli64', 'MegaCli'
if ($tool -and -not $answered) {
    Invoke-Tool 'megacli.txt' $tool '-LdPdInfo -aALL -NoLog'
    Invoke-Tool 'megacli-battery.txt' $tool '-AdpBbuCmd -aALL -NoLog'
} elseif (-not $answered) {
    Write-Step 'not there' 'storcli, perccli, MegaCli, or a controller that they know'
}

# Adaptec and IBM ServeRAID: one controller at a time; the first listing says how many there are.
foreach ($name in 'arcconf', 'ipssend') {
    $tool = Find-Tool $name
    if (-not $tool) { Write-Step 'not there' $name }
    foreach ($number in 1..8) {
        $known = $number -eq 1 -or (Test-Text "$name-1.txt" "(?m)^\s*(Controllers found:|Found) *([$number-9]|\d\d)\b")
        if ($tool -and $known) { Invoke-Tool "$name-$number.txt" $tool "getconfig $number" }
    }
}
