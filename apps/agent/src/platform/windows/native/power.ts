import type { NativeLibrary } from './library.js';

export interface NativePower {
  /** Null: Windows does not know. */
  hasBattery: boolean | null;
  charge: number | null;
  isCharging: boolean;
  onMains: boolean;
}

const SIZE = 12;
const UNKNOWN = 255;
const NO_BATTERY = 128;
const CHARGING = 8;

export function readNativePower(library: NativeLibrary): NativePower {
  const status = Buffer.alloc(SIZE);
  const ask = library.load('kernel32.dll').func('int __stdcall GetSystemPowerStatus(void *status)');
  if (!ask(status)) throw new Error('Windows does not say how it is powered');
  return parsePowerStatus(status);
}

/** SYSTEM_POWER_STATUS. */
export function parsePowerStatus(status: Buffer): NativePower {
  const [mains, flag, percent] = [status.readUInt8(0), status.readUInt8(1), status.readUInt8(2)];
  return {
    hasBattery: flag === UNKNOWN ? null : (flag & NO_BATTERY) === 0,
    charge: percent > 100 ? null : percent,
    isCharging: flag !== UNKNOWN && (flag & CHARGING) !== 0,
    onMains: mains === 1,
  };
}
