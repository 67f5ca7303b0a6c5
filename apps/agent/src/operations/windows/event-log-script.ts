/**
 * PowerShell 5.1: the newest events of one log. Levels as numbers, because their names are
 * translated. A log without events is an empty list; any other failure is thrown.
 */
export const EVENT_LOG_SCRIPT = `
param($arguments)
$culture = [Globalization.CultureInfo]::InvariantCulture
$found = @()
try {
  $found = @(Get-WinEvent -LogName $arguments.log -MaxEvents $arguments.count -ErrorAction Stop)
} catch {
  if ($_.FullyQualifiedErrorId -notlike 'NoMatchingEventsFound*') { throw }
}
$events = @($found | ForEach-Object -Process {
  $text = [string]$_.Message
  if ($text -eq '') { $text = [string](@($_.Properties | ForEach-Object -Process { $_.Value }) -join ' ') }
  @{
    time = $_.TimeCreated.ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ssZ', $culture)
    level = [int]$_.Level
    source = [string]$_.ProviderName
    id = [int]$_.Id
    message = $text
  }
})
$json = ConvertTo-Json -InputObject @{ events = $events } -Depth 4 -Compress
$bytes = (New-Object -TypeName System.Text.UTF8Encoding -ArgumentList $false).GetBytes($json)
$stream = [Console]::OpenStandardOutput()
$stream.Write($bytes, 0, $bytes.Length)
$stream.Flush()
`.trim();

/** PowerShell 5.1: one adapter by its exact name, without wildcards. */
export const ADAPTER_SCRIPT = `
param($arguments)
$adapter = @(Get-NetAdapter -ErrorAction Stop | Where-Object -FilterScript { $_.Name -eq $arguments.name })
if ($adapter.Count -eq 0) {
  [Console]::Out.Write('missing')
} else {
  $adapter | Restart-NetAdapter -Confirm:$false -ErrorAction Stop
  [Console]::Out.Write('done')
}
`.trim();
