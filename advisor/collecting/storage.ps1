# Disks, volumes and the machine, as JSON, each by a PowerShell of its own, so that none can keep the rest waiting. Serial
# numbers are left out. Windows before 2012 has no Get-Disk; there its older classes tell less of the same.
$shell = Join-Path $PSHOME 'powershell.exe'
if (-not (Test-Path -LiteralPath $shell)) { $shell = Join-Path $PSHOME 'pwsh.exe' }

function Save-Json([string]$File, [string]$From, [string]$Properties, [int]$Times = 1) {
    if ($Times -gt 1) { $From = "1..$Times | ForEach-Object { if (`$_ -gt 1) { Start-Sleep 5 }; $From }" }
    $command = "$From | Select-Object $Properties | ConvertTo-Json -Depth 3"
    Invoke-Tool "$File.json" $shell "-NoProfile -NonInteractive -Command `"$command`""
}

if (Get-Command Get-Disk -ErrorAction SilentlyContinue) {
    Save-Json 'physicaldisks' 'Get-PhysicalDisk' 'DeviceId, FriendlyName, MediaType, BusType, HealthStatus, OperationalStatus, Usage, CanPool'
    Save-Json 'disks' 'Get-Disk' 'Number, FriendlyName, BusType, HealthStatus, OperationalStatus, PartitionStyle, Path'
    Save-Json 'partitions' 'Get-Partition' 'DiskNumber, PartitionNumber, DriveLetter, AccessPaths, IsBoot'
    Save-Json 'volumes' 'Get-Volume' 'DriveLetter, DriveType, FileSystem, HealthStatus, Size, SizeRemaining'
    Save-Json 'virtualdisks' 'Get-VirtualDisk' 'FriendlyName, ResiliencySettingName, NumberOfColumns, PhysicalDiskRedundancy, Interleave, MediaType, HealthStatus, OperationalStatus'
} else {
    Write-Step 'not there' 'Get-Disk'
    Save-Json 'diskdrives' 'Get-CimInstance Win32_DiskDrive' 'Index, Model, InterfaceType, Status'
    Save-Json 'logicaldisks' 'Get-CimInstance Win32_LogicalDisk' 'DeviceID, DriveType, FileSystem, FreeSpace, Size'
    Save-Json 'letters' 'Get-CimInstance Win32_LogicalDiskToPartition' 'Antecedent, Dependent'
}
Save-Json 'machine' 'Get-CimInstance Win32_ComputerSystem' 'Name, Manufacturer, Model, TotalPhysicalMemory'
Save-Json 'system' 'Get-CimInstance Win32_OperatingSystem' 'Caption, Version, WindowsDirectory, TotalVisibleMemorySize, FreePhysicalMemory'
Save-Json 'pagefiles' 'Get-CimInstance Win32_PageFileUsage' 'Name, AllocatedBaseSize, CurrentUsage, PeakUsage'
# typeperf and Get-Counter take and print counters' names in the language of Windows; the names of this class are never translated.
Save-Json 'diskcounters' 'Get-CimInstance Win32_PerfFormattedData_PerfDisk_PhysicalDisk' 'Name, AvgDiskQueueLength, PercentIdleTime' 6
