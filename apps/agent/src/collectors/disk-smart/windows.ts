import { DISK_HEALTH, type PhysicalDisk } from '@kenny/contract/agent';
import { absent, reading, unreadable } from '../collector.js';
import { amountAt, anyListAt, listAt, numberAt, textAt } from '../../platform/json.js';
import { count, some } from '../words.js';
import type { WindowsCollector } from '../windows-machine.js';

/** HealthStatus of the storage subsystem as a number: its names are translated. */
const HEALTH: Readonly<Record<number, string>> = {
  0: DISK_HEALTH.healthy,
  1: DISK_HEALTH.warning,
  2: DISK_HEALTH.unhealthy,
};
/** OperationalStatus "Predictive Failure". */
const PREDICTED = 5;

/** PowerShell 5.1: the physical drives and their counters; a drive without counters is named. */
export const DISK_SMART_SCRIPT = `
$space = 'root/Microsoft/Windows/Storage'
$disks = @(Get-CimInstance -Namespace $space -ClassName 'MSFT_PhysicalDisk' -ErrorAction Stop)
@{
  disks = @($disks | ForEach-Object -Process {
    $disk = $_
    $counter = $null
    try {
      $counter = Get-CimAssociatedInstance -InputObject $disk -ResultClassName 'MSFT_StorageReliabilityCounter' -ErrorAction Stop
    } catch { $counter = $null }
    @{
      model = [string]$disk.FriendlyName
      health = [int]$disk.HealthStatus
      operation = @($disk.OperationalStatus | ForEach-Object -Process { [int]$_ })
      wear = $counter.Wear
      temperature = $counter.Temperature
    }
  })
}
`.trim();

export const diskSmart: WindowsCollector<'disk_smart'> = async (machine) => {
  const answer = await machine.powershell('disk_smart');
  const listed = anyListAt(answer, 'disks');
  if (!listed) return unreadable('the storage subsystem answered in an unknown form');
  const disks = listed.map((disk): PhysicalDisk => {
    // Drives that do not measure it report 0.
    const temperature = numberAt(disk, 'temperature');
    return {
      model: textAt(disk, 'model')?.trim().slice(0, 256) || 'a drive without a name',
      health_status: HEALTH[numberAt(disk, 'health') ?? -1] ?? DISK_HEALTH.unknown,
      predictive_failure: listAt(disk, 'operation').includes(PREDICTED),
      wear: amountAt(disk, 'wear') ?? null,
      temperature_c: temperature === undefined || temperature <= 0 ? null : temperature,
      // Windows counts read errors, which are something else.
      reallocated_sectors: null,
    };
  });
  if (disks.length === 0) return absent('Windows names no physical drive');
  const odd = disks.filter(({ health_status }) => health_status !== DISK_HEALTH.healthy);
  const names = some(
    odd.map(({ model, health_status }) => `${model}: ${health_status}`),
    2,
  );
  const summary = `${count(disks.length, 'drive')}, ${odd.length === 0 ? 'all healthy' : names}`;
  return reading<'disk_smart'>(summary, { disks });
};
