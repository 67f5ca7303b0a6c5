/**
 * Words that collectors write into section payloads and rules read again. Other agents may send
 * other words, so the payloads take any text; these are the ones that mean something to kenny.
 * Compared regardless of case. Nothing here imports anything.
 */

export const SCAN_TYPES = ['quick', 'full', 'unknown'] as const;
export type ScanType = (typeof SCAN_TYPES)[number];

export const UPDATE_RESULT = { succeeded: 'succeeded', failed: 'failed' } as const;

/** Names of the registry markers on Windows, and of their counterparts on Linux. */
export const REBOOT_REASONS = {
  componentServicing: 'ComponentBasedServicing',
  windowsUpdate: 'WindowsUpdate',
  computerRename: 'PendingComputerRename',
  /** Linux: a package asked for it (`/run/reboot-required`). */
  packageRequest: 'RebootRequired',
  /** Linux: the running kernel is older than the newest one installed. */
  kernelUpdate: 'KernelUpdate',
} as const;

/** What people call them: a restart is pending because of… */
const REBOOT_REASON_TITLES: Readonly<Record<string, string>> = {
  [REBOOT_REASONS.componentServicing]: 'a Windows update',
  [REBOOT_REASONS.windowsUpdate]: 'a Windows update',
  [REBOOT_REASONS.computerRename]: 'a new name for the PC',
  [REBOOT_REASONS.packageRequest]: 'a system update',
  [REBOOT_REASONS.kernelUpdate]: 'a new version of Linux',
};

/** In plain words; one that is not known here stays as it came. */
export function rebootReasonTitle(reason: string): string {
  return Object.hasOwn(REBOOT_REASON_TITLES, reason)
    ? (REBOOT_REASON_TITLES[reason] ?? reason)
    : reason;
}

/** `Get-PhysicalDisk` HealthStatus; smartctl's PASSED is Healthy, FAILED is Unhealthy. */
export const DISK_HEALTH = {
  healthy: 'Healthy',
  warning: 'Warning',
  unhealthy: 'Unhealthy',
  unknown: 'Unknown',
} as const;

export const DEVICE_STATUS = {
  ok: 'OK',
  error: 'Error',
  degraded: 'Degraded',
  predictedFailure: 'Pred Fail',
  unknown: 'Unknown',
} as const;

export const PRINTER_STATUS = {
  normal: 'Normal',
  printing: 'Printing',
  paused: 'Paused',
  error: 'Error',
  offline: 'Offline',
} as const;

export const SERVICE_STATUS = {
  running: 'Running',
  stopped: 'Stopped',
  /** Linux: systemd says that the unit failed. */
  failed: 'Failed',
  /** Linux: it did its work and ended, as it should. */
  exited: 'Exited',
} as const;

/**
 * How a service starts. `Auto` promises that it runs all the time; what starts on a trigger or ends
 * when its work is done is `Trigger`, so that nobody is warned of a stop that is meant.
 */
export const SERVICE_START = {
  auto: 'Auto',
  trigger: 'Trigger',
  manual: 'Manual',
  disabled: 'Disabled',
} as const;

/** A switch, as people say it. */
export const SWITCH_WORDS: Readonly<Record<string, string>> = { true: 'on', false: 'off' };

/** `Win32_Battery.BatteryStatus` as people say it; all that is unknown goes without saying. */
export const BATTERY_STATUS_WORDS: Readonly<Record<string, string | null>> = {
  1: 'on battery',
  2: 'plugged in',
  3: 'full',
  4: 'low',
  5: 'very low',
  6: 'charging',
  7: 'charging',
  8: 'charging, low',
  9: 'charging, very low',
  10: null,
  11: 'partly charged',
};

/** `Get-BitLockerVolume` ProtectionStatus; the same numbers for a LUKS or FileVault volume. */
export const PROTECTION_STATUS = { off: 0, on: 1, unknown: 2 } as const;

/** State of an antivirus product, from bit 0x1000 of its `productState`. */
export const PRODUCT_STATE = { on: 'on', off: 'off' } as const;
