import type { SectionName } from '@kenny/contract/agent';
import { systemClock } from '@kenny/kernel';
import { readFileSync } from 'node:fs';
import type { NetworkInterfaceInfo } from 'node:os';
import type { AnyReading } from '../../src/collectors/collector.js';
import type { CpuTimes } from '../../src/collectors/load/counters.js';
import { LoadMeter } from '../../src/collectors/load/load-meter.js';
import type { ProgramOutput } from '../../src/collectors/probe/probe.js';
import { Unreadable } from '../../src/errors/unreadable.js';
import type { WindowsMachine } from '../../src/collectors/windows-machine.js';
import { windowsCollectors } from '../../src/collectors/windows.js';
import { readPartLine } from '../../src/platform/windows/part-lines.js';
import { parseRegistryQuery } from '../../src/platform/windows/registry.js';
import type { WingetRow } from '../../src/platform/windows/winget-table.js';

/** What a made Windows PC says. Everything that is not told fails and names itself. */
export interface WindowsPc {
  native?: Readonly<Record<string, unknown>>;
  powershell?: Readonly<Record<string, unknown>>;
  /** Key → the lines of values and subkeys as `reg query` prints them; null: no such key. */
  registry?: Readonly<Record<string, readonly string[] | null>>;
  programs?: Readonly<Record<string, ProgramOutput>>;
  folders?: Readonly<Record<string, readonly string[]>>;
  updates?: readonly WingetRow[];
  addresses?: Readonly<Record<string, readonly string[]>>;
  nameServers?: readonly string[];
  now?: number;
  /** Default: one that has seen nothing yet. */
  load?: LoadMeter;
  /** Default: none. */
  cpu?: CpuTimes;
  memory?: { total: number; available: number };
}

/** An answer that is no answer. */
export const refused = (reason: string): { refused: string } => ({ refused: reason });

export function aWindowsPc(pc: WindowsPc = {}): WindowsMachine {
  const told = <T>(kind: string, all: Readonly<Record<string, T>> | undefined, name: string): T => {
    if (!all || !Object.hasOwn(all, name)) throw new Error(`no ${kind} told for ${name}`);
    return all[name] as T;
  };
  const answer = (kind: 'native' | 'powershell', part: string): Promise<unknown> => {
    const value = told<unknown>(kind, pc[kind], part);
    const reason: unknown = Reflect.get(Object(value) as object, 'refused');
    return typeof reason === 'string'
      ? Promise.reject(new Unreadable(reason))
      : Promise.resolve(value);
  };
  return {
    clock: { ...systemClock, now: () => pc.now ?? Date.parse('2026-11-21T12:00:00Z') },
    load: pc.load ?? new LoadMeter(),
    signal: new AbortController().signal,
    addresses: () =>
      Object.fromEntries(
        Object.entries(pc.addresses ?? {}).map(([name, ips]) => [name, ips.map(addressInfo)]),
      ),
    nameServers: () => [...(pc.nameServers ?? [])],
    uptimeSecs: () => 90_000.5,
    processorTimes: () => pc.cpu,
    memorySizes: () => pc.memory ?? { total: 0, available: 0 },
    registry: (key) => {
      const lines = told('registry key', pc.registry, key);
      return Promise.resolve(lines ? parseRegistryQuery(lines.join('\r\n'), key) : undefined);
    },
    folder: (path) => Promise.resolve([...(pc.folders?.[path] ?? [])]),
    native: (part) => answer('native', part),
    powershell: (part) => answer('powershell', part),
    run: (program) => Promise.resolve(told('program', pc.programs, program)),
    updates: () => Promise.resolve([...(pc.updates ?? [])]),
  };
}

/** Reads one section of a made PC. */
export async function readOn(section: SectionName, machine: WindowsMachine): Promise<AnyReading> {
  const collect = windowsCollectors[section];
  if (!collect) throw new Error(`nobody reads ${section} on Windows`);
  return collect(machine);
}

/** What the child printed under Wine, by part. */
export function recordedNative(): Record<string, unknown> {
  const file = new URL(
    '../../src/platform/windows/recorded/wine8-native-parts.txt',
    import.meta.url,
  );
  const lines = readFileSync(file, 'utf8').split('\n').map(readPartLine);
  return Object.fromEntries(
    lines.flatMap((line) =>
      line?.kind === 'part' && 'value' in line.outcome ? [[line.part, line.outcome.value]] : [],
    ),
  );
}

function addressInfo(address: string): NetworkInterfaceInfo {
  const internal = address === '127.0.0.1';
  const mac = internal ? '00:00:00:00:00:00' : '02:00:00:00:00:01';
  const shared = { address, netmask: '', mac, internal, cidr: null };
  return address.includes(':')
    ? { ...shared, family: 'IPv6', scopeid: 0 }
    : { ...shared, family: 'IPv4' };
}
