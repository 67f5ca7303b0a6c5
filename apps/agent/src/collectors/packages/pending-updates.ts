import { HOUR_MS } from '@kenny/kernel';
import type { Probe } from '../probe/probe.js';
import { Unreadable } from '../../errors/unreadable.js';
import { installedChangedAt, type PackageManager } from './managers.js';
import { type Pending, QUESTIONS, type Question } from './pending.js';

/** Package managers parse large lists, but the whole snapshot waits for them. */
export const MANAGER_TIMEOUT_MS = 15_000;
/** Longest use of a cached answer: time alone changes little. */
const ASK_ANEW_MS = 6 * HOUR_MS;

/**
 * Pending updates, cached: a manager computes them from many megabytes in seconds of CPU, so it is
 * asked again only when what is installed or offered has changed.
 */
export class PendingUpdates {
  private known:
    { readonly of: string; readonly at: number; readonly pending: Pending } | undefined;

  /** @param renewed when the manager's lists were last renewed. @throws Unreadable */
  async of(probe: Probe, manager: PackageManager, renewed: number): Promise<Pending> {
    const of = `${manager} ${await installedChangedAt(probe, manager)} ${renewed}`;
    const at = probe.clock.monotonic();
    if (this.known?.of === of && at - this.known.at < ASK_ANEW_MS) return this.known.pending;
    const pending = await ask(probe, QUESTIONS[manager]);
    this.known = { of, at, pending };
    return pending;
  }
}

async function ask(probe: Probe, { program, args, exitCodes, parse }: Question): Promise<Pending> {
  const options = { timeoutMs: MANAGER_TIMEOUT_MS, ...(exitCodes ? { exitCodes } : {}) };
  const output = await probe.run(program, args, options);
  if (!output.ok) throw new Unreadable(output.reason);
  const pending = parse(output.stdout);
  if (!pending) throw new Unreadable(`${program} answered in an unknown form`);
  return pending;
}
