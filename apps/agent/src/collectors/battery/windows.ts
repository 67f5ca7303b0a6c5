import { absent, reading, unreadable } from '../collector.js';
import { at, countAt, listAt } from '../../platform/json.js';
import { round } from '../words.js';
import type { WindowsCollector } from '../windows-machine.js';
import { healthOf } from './linux.js';

/** `Win32_Battery.BatteryStatus`, the codes of the protocol. */
const CODES = { discharging: 1, onMains: 2, full: 3, charging: 6 } as const;

/** PowerShell 5.1: design and current capacities; nothing without a pack. */
export const BATTERY_SCRIPT = `
$design = @(Get-CimInstance -Namespace 'root/wmi' -ClassName 'BatteryStaticData' -ErrorAction SilentlyContinue)
$full = @(Get-CimInstance -Namespace 'root/wmi' -ClassName 'BatteryFullChargedCapacity' -ErrorAction SilentlyContinue)
@{
  design = @($design | ForEach-Object -Process { [int64]$_.DesignedCapacity })
  full = @($full | ForEach-Object -Process { [int64]$_.FullChargedCapacity })
}
`.trim();

export const battery: WindowsCollector<'battery'> = async (machine) => {
  // Both at once, so that they share one PowerShell.
  const [power, packs] = await Promise.all([
    machine.native('power'),
    // Health is a detail: without it the charge still counts.
    machine.powershell('battery').catch(() => undefined),
  ]);
  const has = at(power, 'hasBattery');
  if (has === false) return absent('this PC has no battery');
  const charge = countAt(power, 'charge');
  if (has !== true || charge === undefined) {
    return unreadable('Windows does not know the state of the battery');
  }
  const health = healthOf(sumOf(packs, 'full'), sumOf(packs, 'design'));
  const code = codeOf(charge, at(power, 'isCharging') === true, at(power, 'onMains') === true);
  const left =
    health === undefined
      ? 'health unknown'
      : `holds ${round(health, 1)} % of its original capacity`;
  return reading<'battery'>(`${charge} % charged, ${left}`, {
    present: true,
    charge_percent: charge,
    health_percent: health ?? null,
    status_code: code,
  });
};

function sumOf(packs: unknown, field: string): number {
  const values = listAt(packs, field).filter((value) => typeof value === 'number');
  return values.reduce((sum, value) => sum + Math.max(0, value), 0);
}

function codeOf(charge: number, isCharging: boolean, onMains: boolean): number {
  if (isCharging) return CODES.charging;
  if (!onMains) return CODES.discharging;
  return charge >= 100 ? CODES.full : CODES.onMains;
}
