/**
 * PowerShell's command line is always exactly this, with single quotes only, because it travels
 * inside double ones. The real script and its arguments arrive as one line of JSON on standard
 * input, as data. The first line of output is this run's mark: without it PowerShell did not run at
 * all, whatever its exit code.
 */
export const POWERSHELL_BOOTSTRAP = `
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
$kennyUtf8 = New-Object -TypeName System.Text.UTF8Encoding -ArgumentList $false
try { [Console]::OutputEncoding = $kennyUtf8 } catch { $null = $_ }
$OutputEncoding = $kennyUtf8
$kennyRequest = (@($input) -join '') | ConvertFrom-Json
$kennyStream = [Console]::OpenStandardOutput()
$kennyMark = $kennyUtf8.GetBytes($kennyRequest.mark + [char]10)
$kennyStream.Write($kennyMark, 0, $kennyMark.Length)
$kennyStream.Flush()
$kennyScript = [scriptblock]::Create($kennyRequest.script)
$kennyArguments = $kennyRequest.arguments
$ErrorActionPreference = $kennyRequest.on_error
$global:LASTEXITCODE = 0
if ($null -eq $kennyArguments) { & $kennyScript } else { & $kennyScript $kennyArguments }
exit $global:LASTEXITCODE
`.trim();

/** `-InputFormat Text`: standard input is the pipeline `$input`, not serialized objects. */
export const POWERSHELL_ARGS: readonly string[] = [
  '-NoLogo',
  '-NoProfile',
  '-NonInteractive',
  '-ExecutionPolicy',
  'Bypass',
  '-InputFormat',
  'Text',
  '-OutputFormat',
  'Text',
  '-Command',
  // Joined to one line: each statement above is one.
  POWERSHELL_BOOTSTRAP.split('\n').join('; '),
];
