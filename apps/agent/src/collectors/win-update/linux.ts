import { UPDATE_RESULT } from '@kenny/contract/agent';
import { DAY_MS } from '@kenny/kernel';
import { type Collector, reading, unreadable } from '../collector.js';
import { listsRenewedAt, type PackageManager, packageManager } from '../packages/managers.js';
import type { Probe } from '../probe/probe.js';
import { Unreadable } from '../../errors/unreadable.js';
import { count, durationText } from '../words.js';
import {
  type Installed,
  parseAptHistory,
  parsePacmanLog,
  parseRpmHistory,
  RPM_HISTORY,
} from './history.js';
import { updatesByItself } from './unattended.js';

const LOG_BYTES = 512 * 1024;
const MOST_RECENT = 25;
/** An older failure says nothing about this PC any more. */
const RECENT_MS = 30 * DAY_MS;
const APT_HISTORY = '/var/log/apt/history.log';
const PACMAN_LOG = '/var/log/pacman.log';

/** Undefined history: this manager keeps none. */
interface History {
  installed: readonly Installed[] | undefined;
  lookedAt?: number;
}

const HISTORIES: Readonly<Record<PackageManager, (probe: Probe) => Promise<History>>> = {
  apt: async ({ files }) => {
    const log = await files.lastLines(APT_HISTORY, LOG_BYTES);
    return { installed: log === undefined ? undefined : parseAptHistory(log) };
  },
  pacman: async ({ files }) => {
    const log = await files.lastLines(PACMAN_LOG, LOG_BYTES);
    const { upgrades, synced } = parsePacmanLog(log ?? '');
    const looked = synced === undefined ? {} : { lookedAt: synced };
    return { installed: log === undefined ? undefined : upgrades, ...looked };
  },
  dnf: async (probe) => {
    const output = await probe.run('rpm', RPM_HISTORY, { timeoutMs: 10_000 });
    if (!output.ok) throw new Unreadable(output.reason);
    return { installed: parseRpmHistory(output.stdout) };
  },
  apk: () => Promise.resolve({ installed: undefined }),
};

/** Distribution updates: when somebody last checked, and how installing them went. */
export const winUpdate: Collector<'win_update'> = async (probe) => {
  const manager = await packageManager(probe);
  if (manager === undefined) {
    return unreadable('no package manager that kenny can ask (apt, dnf, pacman, apk) is in charge');
  }
  const { installed, lookedAt } = await HISTORIES[manager](probe);
  const looked = lookedAt ?? (await listsRenewedAt(probe, manager));
  if (installed === undefined && looked === undefined) {
    return unreadable(`${manager} has neither lists of updates nor a history here`);
  }
  const now = probe.clock.now();
  const recent = (installed ?? [])
    .filter(({ at }) => now - at < RECENT_MS)
    .sort((a, b) => b.at - a.at);
  const parts = [
    looked === undefined
      ? `${manager} never looked for updates`
      : lookedPart(manager, now - looked),
    installed === undefined ? 'keeps no history' : recentPart(recent),
    (await updatesByItself(probe, manager)) ?? 'does not update by itself',
  ];
  return reading<'win_update'>(parts.join(', '), {
    last_check: looked === undefined ? null : new Date(looked).toISOString(),
    recent: installed ? recent.slice(0, MOST_RECENT).map(({ update }) => update) : null,
  });
};

function lookedPart(manager: PackageManager, age: number): string {
  const ago = age < 60_000 ? 'just now' : `${durationText(age / 1000)} ago`;
  return `${manager} last looked for updates ${ago}`;
}

function recentPart(recent: readonly Installed[]): string {
  const failed = recent.filter(({ update }) => update.result === UPDATE_RESULT.failed);
  const ended = failed.length === 0 ? 'none failed' : `${failed.length} failed`;
  return recent.length === 0
    ? 'nothing updated in the last 30 days'
    : `${count(recent.length, 'update')} in the last 30 days, ${ended}`;
}
