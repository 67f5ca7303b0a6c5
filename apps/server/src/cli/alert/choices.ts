import {
  AWAY_HOURS,
  ALERT_KIND_NAMES,
  API_PATHS,
  EXIT_CODES,
  TIME_OF_DAY_PATTERN,
  WEEK_DAYS,
  type AlertChannelView,
  type AlertChoices,
  type AlertKind,
  type AlertSeverity,
  type ExitCode,
} from '@kenny/contract/client';
import type { ServerClient } from '../client/server-client.js';
import { CliError } from '../errors.js';
import type { Invocation } from '../invocation.js';
import { say, type Shown } from '../output/shown.js';
import { facts } from '../output/table.js';
import { channelNamed } from './channels.js';
import { stateOf } from './list.js';

/** In place of names: no limit. */
const ALL = 'all';

export interface ChoiceOptions {
  readonly use?: string[];
  readonly drop?: string[];
  readonly mute?: string[];
  readonly tell?: string[];
  readonly agent?: string[];
  readonly tag?: string[];
  readonly health?: AlertSeverity;
  readonly away?: string;
  readonly quiet?: string;
  readonly zone?: string;
  readonly critical?: boolean;
  readonly weekly?: string;
  readonly owners?: boolean;
}

export async function showChoices(call: Invocation): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('GET', API_PATHS.alertChoices);
  const { items } = await client.read(
    'AlertChannelList',
    await client.request('GET', API_PATHS.alertChannels),
  );
  await call.present(client, 'AlertChoices', answer, (own) => choiceLines(own, items));
  return EXIT_CODES.ok;
}

export async function changeChoices(call: Invocation, options: ChoiceOptions): Promise<ExitCode> {
  const client = call.client();
  const own = await client.read(
    'AlertChoices',
    await client.request('GET', API_PATHS.alertChoices),
  );
  const channels = await channelsAfter(client, own, options);
  const body: AlertChoices = { ...own, ...changesOf(own, options), channels };
  const answer = await client.request('PUT', API_PATHS.alertChoices, { body });
  const { items } = await client.read(
    'AlertChannelList',
    await client.request('GET', API_PATHS.alertChannels),
  );
  await call.present(client, 'AlertChoices', answer, (after) => choiceLines(after, items));
  return EXIT_CODES.ok;
}

/** Exits as failed when it did not arrive. */
export async function testChannel(
  call: Invocation,
  name: string,
  given: string | undefined,
): Promise<ExitCode> {
  const client = call.client();
  const { id: channel_id } = await channelNamed(client, name);
  const { channels } = await client.read(
    'AlertChoices',
    await client.request('GET', API_PATHS.alertChoices),
  );
  const own = channels.find((one) => one.channel_id === channel_id);
  const body = { channel_id, address: given ?? own?.address ?? '' };
  const answer = await client.request('POST', API_PATHS.alertTest, { body });
  const delivery = await client.read('AlertDeliveryView', answer);
  if (call.screen.json) call.screen.printJson(answer.raw);
  else call.screen.print(say`${stateOf(delivery)}`);
  return delivery.state === 'sent' ? EXIT_CODES.ok : EXIT_CODES.failed;
}

async function channelsAfter(
  client: ServerClient,
  own: AlertChoices,
  { use = [], drop = [] }: ChoiceOptions,
): Promise<AlertChoices['channels']> {
  let channels = own.channels;
  for (const text of [...drop, ...use]) {
    const [name = '', ...rest] = text.split('=');
    const { id: channel_id } = await channelNamed(client, name);
    channels = channels.filter((one) => one.channel_id !== channel_id);
    if (use.includes(text)) channels = [...channels, { channel_id, address: rest.join('=') }];
  }
  return channels;
}

function changesOf(own: AlertChoices, options: ChoiceOptions): Partial<AlertChoices> {
  const { mute = [], tell = [], agent, tag, health, away, quiet, zone, critical } = options;
  const { weekly, owners } = options;
  const [muted, told] = [mute.map(kindOf), tell.map(kindOf)];
  const kept = own.muted.filter((kind) => !told.includes(kind));
  const hours = AWAY_HOURS.find((one) => String(one) === away);
  return {
    muted: [...new Set([...kept, ...muted])],
    ...(agent === undefined ? {} : { agents: agent.filter((one) => one !== ALL) }),
    ...(tag === undefined ? {} : { tags: tag.filter((one) => one !== ALL) }),
    ...(health === undefined ? {} : { health_from: health }),
    ...(hours === undefined ? {} : { away_hours: hours }),
    ...(quiet === undefined ? {} : quietOf(quiet)),
    ...(zone === undefined ? {} : { time_zone: zone }),
    ...(critical === undefined ? {} : { critical_in_quiet: critical }),
    ...(weekly === undefined ? {} : weeklyOf(weekly)),
    ...(owners === undefined ? {} : { weekly_owners: owners }),
  };
}

function kindOf(text: string): AlertKind {
  const kind = ALERT_KIND_NAMES.find((one) => one === text);
  if (kind) return kind;
  throw new CliError('bad_args', `${text} is no kind. There are: ${ALERT_KIND_NAMES.join(', ')}`);
}

function quietOf(text: string): Partial<AlertChoices> {
  if (text === 'off') return { quiet: false };
  const [, quiet_from = '', quiet_to = ''] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(text) ?? [];
  if (quiet_from !== '') return { quiet: true, quiet_from, quiet_to };
  throw new CliError('bad_args', 'Quiet hours are written 22:00-07:00, or off.');
}

function weeklyOf(text: string): Partial<AlertChoices> {
  if (text === 'off') return { weekly: false };
  const [name, weekly_at = ''] = text.split('-');
  const weekly_day = WEEK_DAYS.find((day) => day === name);
  if (weekly_day && new RegExp(TIME_OF_DAY_PATTERN).test(weekly_at)) {
    return { weekly: true, weekly_day, weekly_at };
  }
  throw new CliError('bad_args', 'A weekly mail is written sunday-09:00, or off.');
}

/** @param channels - those of the server */
function weeklyWords(own: AlertChoices, channels: readonly AlertChannelView[]): string {
  if (!own.weekly) return 'off';
  const mail = channels.filter(({ kind }) => kind === 'mail').map(({ id }) => id);
  const hasMail = own.channels.some(({ channel_id }) => mail.includes(channel_id));
  return [
    `${own.weekly_day} ${own.weekly_at} ${own.time_zone}`,
    ...(own.weekly_owners ? ['owners too'] : []),
    ...(hasMail ? [] : ['waits for a mail channel: --use <channel=address>']),
  ].join(', ');
}

function choiceLines(own: AlertChoices, channels: readonly AlertChannelView[]): Shown[] {
  const nameOf = (id: string) => channels.find((one) => one.id === id)?.name ?? 'removed channel';
  const places = own.channels.map(({ channel_id, address }) =>
    address === '' ? nameOf(channel_id) : `${nameOf(channel_id)} (${address})`,
  );
  const through = own.critical_in_quiet ? ', critical comes through' : '';
  const limits = [...own.agents, ...own.tags.map((tag) => `tag ${tag}`)];
  return facts([
    ['told at', places.join(', ') || 'nowhere yet'],
    ['not told', own.muted.join(', ') || null],
    ['PCs', limits.join(', ') || 'all that you may see'],
    ['health from', own.health_from],
    ['away after', `${own.away_hours} h`],
    ['quiet', own.quiet ? `${own.quiet_from}-${own.quiet_to} ${own.time_zone}${through}` : 'off'],
    ['weekly mail', weeklyWords(own, channels)],
  ]);
}
