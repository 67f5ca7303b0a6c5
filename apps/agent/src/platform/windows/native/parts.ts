import type { NativeLibrary } from './library.js';
import { readNativeMemory } from './memory.js';
import { readNativePower } from './power.js';
import { readNativePrinters } from './printers.js';
import { listProcesses, readNativeProcesses } from './processes.js';
import { readNativeRoutes } from './routes.js';
import { readNativeServices } from './services.js';
import { readNativeTraffic } from './traffic.js';
import { readNativeVolumes } from './volumes.js';
import { readNativeWifi } from './wifi.js';

/** What the short-lived child can read, by name. */
export const NATIVE_READERS = {
  memory: readNativeMemory,
  power: readNativePower,
  printers: readNativePrinters,
  processes: readNativeProcesses,
  processTree: listProcesses,
  routes: readNativeRoutes,
  services: readNativeServices,
  traffic: readNativeTraffic,
  volumes: readNativeVolumes,
  wifi: readNativeWifi,
} as const satisfies Record<string, (library: NativeLibrary) => unknown>;

export type NativePart = keyof typeof NATIVE_READERS;

export function isNativePart(name: string): name is NativePart {
  return Object.hasOwn(NATIVE_READERS, name);
}
