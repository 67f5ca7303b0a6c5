import type { ReportedAutostart } from '@kenny/contract/agent';
import { parseBlocks } from '../key-values.js';
import type { Probe } from '../probe/probe.js';
import { Unreadable } from '../../errors/unreadable.js';
import { programOf } from './program-of.js';

const MAX_UNITS = 500;
const LIST = ['list-unit-files', '--state=enabled', '--type=service', '--no-legend', '--no-pager'];
const SHOW = ['show', '--no-pager', '--property=Id,Description,ExecStart,FragmentPath', '--'];

/** Enabled services with what they run. @throws Unreadable when systemctl does not answer. */
export async function readEnabledUnits(probe: Probe): Promise<ReportedAutostart[]> {
  const names = parseUnitFiles(await ask(probe, LIST));
  return names.length === 0 ? [] : parseUnitCommands(await ask(probe, [...SHOW, ...names]));
}

async function ask(probe: Probe, args: readonly string[]): Promise<string> {
  const output = await probe.run('systemctl', args, { timeoutMs: 10_000 });
  if (!output.ok) throw new Unreadable(output.reason);
  return output.stdout;
}

/** `cron.service  enabled enabled`; templates (`getty@.service`) run only as their instances. */
export function parseUnitFiles(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => /^\s*([A-Za-z0-9:_.@\\-]{1,250}\.service)\s/.exec(line)?.[1] ?? [])
    .filter((name) => !name.includes('@.') && !name.startsWith('-'))
    .slice(0, MAX_UNITS);
}

export function parseUnitCommands(text: string): ReportedAutostart[] {
  return parseBlocks(text).flatMap((unit) => {
    const name = unit.get('Id');
    if (!name) return [];
    return [
      {
        name: name.slice(0, 512),
        command: programOf(execArguments(unit.get('ExecStart')) ?? ''),
        location: unit.get('FragmentPath')?.slice(0, 1024) || null,
      },
    ];
  });
}

/** `{ path=/usr/sbin/cron ; argv[]=/usr/sbin/cron -f ; ignore_errors=no ; …}` → the arguments. */
function execArguments(text: string | undefined): string | undefined {
  const start = text?.indexOf('argv[]=') ?? -1;
  if (text === undefined || start < 0) return undefined;
  const from = start + 'argv[]='.length;
  const end = text.indexOf(' ; ignore_errors=', from);
  return text.slice(from, end < 0 ? undefined : end).trim();
}
