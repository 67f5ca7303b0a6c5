import { absent, reading, unreadable } from '../collector.js';
import { anyListAt, numberAt, textAt } from '../../platform/json.js';
import { round } from '../words.js';
import type { WindowsCollector } from '../windows-machine.js';

/** PowerShell 5.1: the firmware's thermal zones, in tenths of a kelvin. Many PCs have none. */
export const THERMALS_SCRIPT = `
$zones = @()
try {
  $zones = @(Get-CimInstance -Namespace 'root/wmi' -ClassName 'MSAcpi_ThermalZoneTemperature' -ErrorAction Stop)
} catch {
  if ($_.FullyQualifiedErrorId -notmatch '0x8004100c|0x80041002|0x80041010') { throw }
}
@{
  zones = @($zones | ForEach-Object -Process {
    @{ name = [string]$_.InstanceName; tenths = [int]$_.CurrentTemperature }
  })
}
`.trim();

export const thermals: WindowsCollector<'thermals'> = async (machine) => {
  const answer = await machine.powershell('thermals');
  const listed = anyListAt(answer, 'zones');
  if (!listed) return unreadable('the zones came in an unknown form');
  const sensors = listed.flatMap((zone) => {
    const tenths = numberAt(zone, 'tenths');
    const celsius = tenths === undefined ? undefined : round(tenths / 10 - 273.15, 1);
    if (celsius === undefined || celsius <= 0 || celsius >= 150) return [];
    const label = textAt(zone, 'name')?.split('\\').at(-1)?.slice(0, 256) || 'thermal zone';
    return [{ label, temperature_c: celsius }];
  });
  if (sensors.length === 0) return absent('this PC has no sensor that Windows knows');
  const [hottest] = [...sensors].sort((a, b) => b.temperature_c - a.temperature_c);
  return reading<'thermals'>(`${hottest?.label} ${hottest?.temperature_c} °C`, { sensors });
};
