import {
  API_PATHS,
  EXIT_CODES,
  type ExitCode,
  type LimitBody,
  type LimitView,
} from '@kenny/contract/client';
import { limitName, movableLimit, type Threshold } from '@kenny/health/web';
import { DAY_MS, nearest, SECOND_MS } from '@kenny/kernel';
import { InvalidArgumentError, type Command } from 'commander';
import type { Answer, ServerClient } from '../client/server-client.js';
import { CliError } from '../errors.js';
import type { Invocation, Run } from '../invocation.js';
import { checkAmong, checkTitle, findCheck } from '../names/checks.js';
import { findPc, pcsOf } from '../names/pcs.js';
import { ago } from '../output/durations.js';
import { look, say, type Shown } from '../output/shown.js';
import { table } from '../output/table.js';

/** A number, or one of days. */
interface Amount {
  readonly number: number;
  readonly inDays: boolean;
}

interface LimitOptions {
  readonly tag?: string;
  readonly warn?: Amount;
  readonly crit?: Amount;
  readonly usual?: true;
  readonly of?: string;
}

/** A limit that can be moved. */
interface Place {
  readonly section: string;
  readonly threshold: Threshold;
}

export function addLimitCommand(agent: Command, run: Run): void {
  agent
    .command('limit [pc] [check]')
    .usage('[options] <pc> <check> | --tag <tag> <check> | [pc]')
    .description('move a limit of a check, for one PC or a tag; without a check, list them')
    .option('--tag <tag>', 'for all PCs with this tag, in place of one PC')
    .option('--warn <number>', 'the warning, like 94; 60d where it is a time', amount)
    .option('--crit <number>', 'the critical one', amount)
    .option('--usual', 'put it back to where the rule has it')
    .option('--of <limit>', 'which limit, of a check that has several')
    .action((pc: string | undefined, check: string | undefined, _: object, command: Command) =>
      run(command, (call) => limit(call, pc, check, command.opts<LimitOptions>())),
    );
}

async function limit(
  call: Invocation,
  pc: string | undefined,
  check: string | undefined,
  options: LimitOptions,
): Promise<ExitCode> {
  const client = call.client();
  const { tag } = options;
  if (tag !== undefined && check !== undefined) {
    throw new CliError('bad_args', 'Name a PC or a --tag, not both.');
  }
  const named = tag === undefined ? check : pc;
  if (named === undefined) return list(call, client, tag === undefined ? pc : undefined);
  if (tag !== undefined) await mustBeTag(client, tag);
  const agent = tag === undefined ? (await findPc(client, pc ?? '')).agent : undefined;
  const place = await placeOf(client, named, options.of, (given, movable) =>
    agent
      ? findCheck(agent, given).name
      : checkAmong(movable, given, 'kenny agent limit --help').name,
  );
  const answer = await (agent
    ? forPc(client, agent.agent_id, place, options)
    : forTag(client, tag ?? '', place, options));
  if (call.screen.json) call.screen.printJson(answer.raw);
  else call.screen.print(saidOf(agent ? agent.name : `#${tag}`, place, options));
  return EXIT_CODES.ok;
}

async function forPc(
  client: ServerClient,
  id: string,
  { section, threshold }: Place,
  options: LimitOptions,
): Promise<Answer> {
  const path = API_PATHS.agentLimit(id, section, limitName(threshold));
  if (options.usual) return client.request('DELETE', path);
  return client.request('PUT', path, { body: bodyOf(threshold, options) });
}

async function forTag(
  client: ServerClient,
  tag: string,
  { section, threshold }: Place,
  options: LimitOptions,
): Promise<Answer> {
  const path = API_PATHS.tagLimit(section, limitName(threshold));
  if (options.usual) return client.request('DELETE', path, { query: { tag } });
  return client.request('PUT', path, { body: { tag, ...bodyOf(threshold, options) } });
}

function bodyOf(threshold: Threshold, { warn, crit }: LimitOptions): LimitBody {
  if (!warn && !crit) throw new CliError('bad_args', 'Add --warn, --crit or --usual.');
  return {
    ...(warn ? { warn: numberOf(threshold, warn) } : {}),
    ...(crit ? { crit: numberOf(threshold, crit) } : {}),
  };
}

/** In what the limit is counted. */
function numberOf({ unit }: Threshold, { number, inDays }: Amount): number {
  return inDays && unit === 's' ? (number * DAY_MS) / SECOND_MS : number;
}

function amount(text: string): Amount {
  const [, number, days] = /^(\d{1,9}(?:\.\d{1,6})?)(d?)$/.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError('A number, like 94 or 60d.');
  return { number: Number(number), inDays: days === 'd' };
}

/** @throws CliError that names the limits there are */
async function placeOf(
  client: ServerClient,
  given: string,
  of: string | undefined,
  nameOf: (given: string, movable: readonly { readonly name: string }[]) => string,
): Promise<Place> {
  const { thresholds } = await client.read(
    'CatalogView',
    await client.request('GET', API_PATHS.catalog),
  );
  const movable = Object.entries(thresholds).flatMap(([name, all]) => {
    const own = (all as readonly Threshold[]).filter((threshold) => threshold.movable);
    return own.length === 0 ? [] : [{ name, own }];
  });
  const section = nameOf(given, movable);
  const own = movable.find(({ name }) => name === section)?.own ?? [];
  const names = own.map(limitName).join(', ');
  if (own.length === 0) {
    const others = movable.map(({ name }) => name).join(', ');
    throw new CliError(
      'bad_args',
      `${checkTitle(section)} has no limit that can be moved. These have: ${others}.`,
    );
  }
  const threshold = of === undefined && own.length === 1 ? own[0] : movableLimit(own, of ?? '');
  if (threshold) return { section, threshold };
  throw new CliError('bad_args', `Which limit of ${checkTitle(section)}? Add --of: ${names}`);
}

/** @throws CliError with the nearest one */
async function mustBeTag(client: ServerClient, tag: string): Promise<void> {
  const tags = [...new Set((await pcsOf(client)).flatMap((pc) => pc.tags))];
  if (tags.includes(tag)) return;
  const close = nearest(tag, tags);
  const next = close === undefined ? '"kenny agent set --tag" adds one.' : `Did you mean ${close}?`;
  throw new CliError('not_found', `No PC has the tag "${tag.slice(0, 40)}". ${next}`);
}

function saidOf(whose: string, { section, threshold }: Place, options: LimitOptions): Shown {
  const title = look(checkTitle(section), 'bold');
  if (options.usual) return say`${title} of ${whose} has its usual limit again.`;
  const { warn, crit } = bodyOf(threshold, options);
  const levels = [
    ...(warn === undefined ? [] : [`warns at ${inUnit(threshold, warn)}`]),
    ...(crit === undefined ? [] : [`is critical at ${inUnit(threshold, crit)}`]),
  ];
  return say`${title} of ${whose} ${levels.join(' and ')} now.`;
}

function inUnit({ unit }: Threshold, number: number): string {
  const day = DAY_MS / SECOND_MS;
  if (unit === 's' && number >= day) return `${number / day} days`;
  return unit === undefined || unit === 'count' ? String(number) : `${number} ${unit}`;
}

async function list(
  call: Invocation,
  client: ServerClient,
  pc: string | undefined,
): Promise<ExitCode> {
  if (pc === undefined) {
    const answer = await client.request('GET', API_PATHS.limits);
    await call.present(client, 'LimitList', answer, ({ items }) =>
      lines(items, answer.serverTime, call.screen.width),
    );
    return EXIT_CODES.ok;
  }
  const { answer } = await findPc(client, pc);
  await call.present(client, 'FleetAgent', answer, ({ limits = [] }) =>
    lines(limits, answer.serverTime, call.screen.width),
  );
  return EXIT_CODES.ok;
}

function lines(limits: readonly LimitView[], now: number, width: number | undefined): Shown[] {
  if (limits.length === 0) return [say`All limits are as usual.`];
  const rows = limits.map(({ tag, section, field, warn, crit, by, at }) => [
    ...[tag === undefined ? null : `#${tag}`, checkTitle(section), field],
    ...[warn, crit, ago(at, now), by],
  ]);
  return table(['tag', 'check', 'limit', 'warn', 'crit', 'set', 'by'], rows, width);
}
