import { reading, unreadable } from '../collector.js';
import { amountAt, countAt } from '../../platform/json.js';
import { count, round } from '../words.js';
import type { WindowsCollector } from '../windows-machine.js';

/**
 * PowerShell 5.1: errors and critical events of seven days; the index only where Windows keeps one.
 * No event at all is a count of 0; any other failure is thrown.
 */
export const RELIABILITY_SCRIPT = `
$since = (Get-Date).AddDays(-7)
$crashes = 0
try {
  $filter = @{ LogName = @('System', 'Application'); Level = @(1, 2); StartTime = $since }
  $crashes = @(Get-WinEvent -FilterHashtable $filter -MaxEvents 5000 -ErrorAction Stop).Count
} catch {
  if ($_.FullyQualifiedErrorId -notlike 'NoMatchingEventsFound*') { throw }
}
$index = $null
try {
  $metric = @(Get-CimInstance -ClassName 'Win32_ReliabilityStabilityMetrics' -ErrorAction Stop | Sort-Object -Property TimeGenerated -Descending | Select-Object -First 1)
  if ($metric.Count -gt 0) { $index = [double]$metric[0].SystemStabilityIndex }
} catch { $index = $null }
@{ crashes = $crashes; index = $index }
`.trim();

export const reliability: WindowsCollector<'reliability'> = async (machine) => {
  const answer = await machine.powershell('reliability');
  const crashes = countAt(answer, 'crashes');
  if (crashes === undefined) return unreadable('the event log answered in an unknown form');
  const index = amountAt(answer, 'index');
  const stability = index === undefined ? [] : [`stability index ${round(index, 1)} of 10`];
  const parts = [...stability, `${count(crashes, 'error')} in the last 7 days`];
  return reading<'reliability'>(parts.join(', '), {
    stability_index: index === undefined ? null : Math.min(10, Math.max(0, round(index, 2))),
    recent_crashes: crashes,
  });
};
