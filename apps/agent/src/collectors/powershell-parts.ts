import { AV_THIRDPARTY_SCRIPT } from './av-thirdparty/windows.js';
import { BATTERY_SCRIPT } from './battery/windows.js';
import { QUARANTINE_SCRIPT } from './defender-quarantine/windows.js';
import { DEFENDER_SCRIPT } from './defender/windows.js';
import { DISK_SMART_SCRIPT } from './disk-smart/windows.js';
import { ENCRYPTION_SCRIPT } from './encryption/windows.js';
import { PERIPHERALS_SCRIPT } from './peripherals/windows.js';
import { RELIABILITY_SCRIPT } from './reliability/windows.js';
import { THERMALS_SCRIPT } from './thermals/windows.js';
import { WIN_UPDATE_SCRIPT } from './win-update/windows.js';
import type { PowershellPart } from './windows-machine.js';

export const POWERSHELL_PARTS: Readonly<Record<PowershellPart, string>> = {
  av_thirdparty: AV_THIRDPARTY_SCRIPT,
  battery: BATTERY_SCRIPT,
  defender: DEFENDER_SCRIPT,
  defender_quarantine: QUARANTINE_SCRIPT,
  disk_smart: DISK_SMART_SCRIPT,
  encryption: ENCRYPTION_SCRIPT,
  peripherals: PERIPHERALS_SCRIPT,
  reliability: RELIABILITY_SCRIPT,
  thermals: THERMALS_SCRIPT,
  win_update: WIN_UPDATE_SCRIPT,
};
