/**
 * What PowerShell gets as its command line: never anything else, and single quotes only, because it
 * travels inside double ones. The real script and its arguments come as one line of JSON on standard
 * input, as data. The first line of the output is the mark of this run: without it PowerShell did
 * not run at all, whatever exit code it ended with.
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
  // One line: each of the statements above is one.
  POWERSHELL_BOOTSTRAP.split('\n').join('; '),
];
