import type { QuarantinedItem } from '@kenny/contract/agent';
import { reading, unreadable } from '../collector.js';
import { anyListAt, numberAt, textAt } from '../../platform/json.js';
import { count, some } from '../words.js';
import type { WindowsCollector } from '../windows-machine.js';

const MOST = 500;
/** Defender's severity codes. */
const SEVERITIES: Readonly<Record<number, string>> = {
  1: 'Low',
  2: 'Moderate',
  4: 'High',
  5: 'Severe',
};

/** PowerShell 5.1: what was found, with the names of the threats. */
export const QUARANTINE_SCRIPT = `
$space = 'root/Microsoft/Windows/Defender'
$names = @{}
foreach ($threat in @(Get-CimInstance -Namespace $space -ClassName 'MSFT_MpThreat' -ErrorAction Stop)) {
  $names[[string]$threat.ThreatID] = $threat
}
$found = @(Get-CimInstance -Namespace $space -ClassName 'MSFT_MpThreatDetection' -ErrorAction Stop)
@{
  items = @($found | Sort-Object -Property InitialDetectionTime -Descending | Select-Object -First 500 | ForEach-Object -Process {
    $known = $names[[string]$_.ThreatID]
    @{
      id = [string]$_.ThreatID
      name = [string]$known.ThreatName
      severity = [int]$known.SeverityID
      time = Get-KennyTime -time $_.InitialDetectionTime
    }
  })
}
`.trim();

export const defenderQuarantine: WindowsCollector<'defender_quarantine'> = async (machine) => {
  const answer = await machine.powershell('defender_quarantine');
  const listed = anyListAt(answer, 'items');
  if (!listed) return unreadable('Microsoft Defender answered in an unknown form');
  const items = listed.slice(0, MOST).map((item): QuarantinedItem => ({
    name: (textAt(item, 'name') || `threat ${textAt(item, 'id') ?? 'without a name'}`).slice(
      0,
      512,
    ),
    severity: SEVERITIES[numberAt(item, 'severity') ?? 0] ?? null,
    detected_at: textAt(item, 'time') ?? null,
  }));
  const names = some(
    items.map(({ name }) => name),
    2,
  );
  const summary =
    items.length === 0 ? 'nothing was found' : `${count(items.length, 'find')}: ${names}`;
  return reading<'defender_quarantine'>(summary, { items });
};
