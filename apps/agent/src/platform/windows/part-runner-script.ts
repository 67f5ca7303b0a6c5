/**
 * PowerShell 5.1: runs `parts` (`[{part, script}]`), each in its own scope, and prints one line of
 * JSON as each is done, so that a deadline keeps the finished ones. A part that throws says why.
 * Writes bytes to standard output, since code pages would spoil the text.
 */
export const PART_RUNNER = `
param($arguments)
$utf8 = New-Object -TypeName System.Text.UTF8Encoding -ArgumentList $false
$stream = [Console]::OpenStandardOutput()
function Write-KennyLine {
  param($line)
  $text = ConvertTo-Json -InputObject $line -Depth 6 -Compress
  $bytes = $utf8.GetBytes($text + [char]10)
  $stream.Write($bytes, 0, $bytes.Length)
  $stream.Flush()
}
function Get-KennyTime {
  param($time)
  if ($null -eq $time) { return $null }
  $utc = ([datetime]$time).ToUniversalTime()
  if ($utc.Year -lt 1980) { return $null }
  return $utc.ToString('yyyy-MM-ddTHH:mm:ssZ', [Globalization.CultureInfo]::InvariantCulture)
}
Write-KennyLine -line @{ ready = $true }
foreach ($item in @($arguments.parts)) {
  $line = @{ part = $item.part; ok = $false }
  try {
    $work = [scriptblock]::Create($item.script)
    $line.value = & $work
    $line.ok = $true
  } catch {
    $line.Remove('value')
    $line.reason = [string]$_.Exception.Message
  }
  Write-KennyLine -line $line
}
`.trim();
