import {
  API_PATHS,
  EXIT_CODES,
  TIME_OF_DAY_PATTERN,
  type BackupPlan,
  type BackupState,
  type ExitCode,
} from '@kenny/contract/client';
import { CliError } from '../errors.js';
import type { Invocation } from '../invocation.js';
import { say, type Shown } from '../output/shown.js';
import { facts } from '../output/table.js';

/** In place of a time. */
const ANY_TIME = 'any';

export interface PlanOptions {
  readonly on?: boolean;
  readonly off?: boolean;
  readonly at?: string;
  readonly zone?: string;
  readonly keepDays?: string;
  readonly keepWeeks?: string;
}

/** Shows when backups are made; with options changes that first. */
export async function plan(call: Invocation, options: PlanOptions): Promise<ExitCode> {
  const client = call.client();
  const asked = await client.request('GET', API_PATHS.serverBackups);
  const { plan: before } = await client.read('BackupState', asked);
  const changes = changesOf(options);
  const isChange = Object.keys(changes).length > 0;
  const body = { ...before, ...changes };
  const answer = isChange
    ? await client.request('PUT', API_PATHS.serverBackupsPlan, { body })
    : asked;
  await call.present(client, 'BackupState', answer, lines);
  return EXIT_CODES.ok;
}

function changesOf({ on, off, at, zone, keepDays, keepWeeks }: PlanOptions): Partial<BackupPlan> {
  if (on && off) throw new CliError('bad_args', 'Say --on or --off, not both.');
  if (at !== undefined && at !== ANY_TIME && !new RegExp(TIME_OF_DAY_PATTERN).test(at)) {
    throw new CliError('bad_args', `A time is written 03:00; ${ANY_TIME}: at any time.`);
  }
  return {
    ...(on || off ? { automatic: on === true } : {}),
    ...(at === undefined ? {} : { at: at === ANY_TIME ? null : at }),
    ...(zone === undefined ? {} : { time_zone: zone }),
    ...(keepDays === undefined ? {} : { keep_days: Number(keepDays) }),
    ...(keepWeeks === undefined ? {} : { keep_weeks: Number(keepWeeks) }),
  };
}

function lines({ plan: own, fixed }: BackupState): Shown[] {
  const { automatic, at, time_zone, keep_days, keep_weeks } = own;
  const made = automatic ? 'each day' : 'off';
  return facts([
    ['automatic backups', fixed ? say`${made}, as KENNY_BACKUP_EVERY says` : say`${made}`],
    ['time', at === null ? 'any' : say`${at} ${time_zone}`],
    ['kept', say`one a day for ${keep_days} days, one a week for ${keep_weeks} weeks`],
  ]);
}
