import { PRODUCT_STATE, SCAN_TYPES, type ScanType } from '@kenny/contract/agent';
import { reading, unreadable } from '../collector.js';
import { otherScanners, SCANNERS } from '../av-thirdparty/windows.js';
import { at, countAt, textAt } from '../../platform/json.js';
import type { WindowsCollector } from '../windows-machine.js';

/** PowerShell 5.1: asks the provider, which may be off beside another product. */
export const DEFENDER_SCRIPT = `
$space = 'root/Microsoft/Windows/Defender'
$state = Get-CimInstance -Namespace $space -ClassName 'MSFT_MpComputerStatus' -ErrorAction Stop
$threats = $null
try {
  $threats = @(Get-CimInstance -Namespace $space -ClassName 'MSFT_MpThreat' -ErrorAction Stop).Count
} catch { $threats = $null }
$products = @()
try {
  $products = ${SCANNERS}
} catch { $products = @() }
@{
  enabled = $state.AntivirusEnabled
  realtime = $state.RealTimeProtectionEnabled
  mode = [string]$state.AMRunningMode
  quick = Get-KennyTime -time $state.QuickScanEndTime
  full = Get-KennyTime -time $state.FullScanEndTime
  signatures = Get-KennyTime -time $state.AntivirusSignatureLastUpdated
  action = $state.FullScanRequired -or $state.RebootRequired
  threats = $threats
  products = $products
}
`.trim();

export const defender: WindowsCollector<'defender'> = async (machine) => {
  const answer = await machine.powershell('defender');
  const enabled = flagAt(answer, 'enabled');
  if (enabled === null) return unreadable('Microsoft Defender answered in an unknown form');
  const mode = textAt(answer, 'mode') ?? '';
  // Beside another product it is passive on purpose.
  if (/passive|edr block/i.test(mode)) {
    return unreadable(`Microsoft Defender stands back for another product (${mode})`);
  }
  // Without the periodic scans, Windows turns it off altogether for one that protects.
  const other = otherScanners(answer)?.find(({ state }) => state === PRODUCT_STATE.on);
  if (!enabled && other) return unreadable(`Microsoft Defender is off, ${other.name} protects`);
  const realtime = flagAt(answer, 'realtime');
  const scan = newest(textAt(answer, 'quick'), textAt(answer, 'full'));
  const protection = realtime === null ? 'unknown' : realtime ? 'on' : 'off';
  return reading<'defender'>(
    `Microsoft Defender is ${enabled ? 'on' : 'off'}, real-time protection ${protection}`,
    {
      product: 'Microsoft Defender',
      enabled,
      realtime_protection: realtime,
      last_scan: scan.time,
      last_scan_type: scan.type,
      last_signature_update: textAt(answer, 'signatures') ?? null,
      threats_found: countAt(answer, 'threats') ?? null,
      action_needed: flagAt(answer, 'action'),
    },
  );
};

function newest(
  quick: string | undefined,
  full: string | undefined,
): { time: string | null; type: ScanType | null } {
  const [quickType, fullType] = SCAN_TYPES;
  if (quick === undefined && full === undefined) return { time: null, type: null };
  // Both are UTC in one format, so they sort as text.
  return (full ?? '') > (quick ?? '')
    ? { time: full ?? null, type: fullType }
    : { time: quick ?? null, type: quickType };
}

function flagAt(answer: unknown, key: string): boolean | null {
  const flag = at(answer, key);
  return typeof flag === 'boolean' ? flag : null;
}
