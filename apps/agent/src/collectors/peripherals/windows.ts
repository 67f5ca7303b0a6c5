import { DEVICE_STATUS, type PeripheralDevice } from '@kenny/contract/agent';
import { reading, unreadable } from '../collector.js';
import { anyListAt, numberAt, textAt } from '../../platform/json.js';
import { count, some } from '../words.js';
import type { WindowsCollector } from '../windows-machine.js';

const MOST = 500;
/** Disabled by a person, or unplugged: not a fault. */
const NO_FAULT: readonly number[] = [0, 22, 45];
/** System parts that nobody would call a device. */
const INNER: ReadonlySet<string> = new Set([
  'System',
  'SoftwareDevice',
  'SoftwareComponent',
  'Computer',
  'Volume',
  'VolumeSnapshot',
  'LegacyDriver',
  'Extension',
  'PrintQueue',
]);

/** PowerShell 5.1: what is there, its class (never translated) and its error number. */
export const PERIPHERALS_SCRIPT = `
$devices = @(Get-CimInstance -ClassName 'Win32_PnPEntity' -Property @('Name', 'PNPClass', 'ConfigManagerErrorCode') -ErrorAction Stop)
@{
  devices = @($devices | ForEach-Object -Process {
    @{ name = [string]$_.Name; class = [string]$_.PNPClass; error = [int]$_.ConfigManagerErrorCode }
  })
}
`.trim();

export const peripherals: WindowsCollector<'peripherals'> = async (machine) => {
  const answer = await machine.powershell('peripherals');
  const listed = anyListAt(answer, 'devices');
  if (!listed) return unreadable('the list of devices came in an unknown form');
  const devices = listed.flatMap(deviceOf);
  if (devices.length === 0) return unreadable('Windows names no devices');
  const faulty = devices.filter(({ status }) => status === DEVICE_STATUS.error);
  const names = some(
    faulty.map(({ name }) => name),
    3,
  );
  const summary = faulty.length === 0 ? 'none reports a fault' : `with a fault: ${names}`;
  const order = [...faulty, ...devices.filter((one) => !faulty.includes(one))];
  return reading<'peripherals'>(`${count(devices.length, 'device')}, ${summary}`, {
    devices: order.slice(0, MOST),
  });
};

function deviceOf(device: unknown): PeripheralDevice[] {
  const name = textAt(device, 'name');
  const kind = textAt(device, 'class') ?? '';
  const error = numberAt(device, 'error');
  const isFaulty = error !== undefined && !NO_FAULT.includes(error);
  // Inner parts are listed when they fail.
  if (!name || (INNER.has(kind) && !isFaulty)) return [];
  const status =
    error === undefined ? DEVICE_STATUS.unknown : isFaulty ? DEVICE_STATUS.error : DEVICE_STATUS.ok;
  return [{ name: name.slice(0, 500), class: kind.slice(0, 200) || null, status }];
}
