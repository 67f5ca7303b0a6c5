import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  ALERT_CHANNELS,
  API_PATHS,
  EXIT_CODES,
  type AlertChannelBody,
  type AlertChannelKind,
  type AlertChannelView,
  type ExitCode,
  type MailSecurity,
} from '@kenny/contract/client';
import type { ServerClient } from '../client/server-client.js';
import { confirmed } from '../confirm.js';
import { CliError, fileReason } from '../errors.js';
import type { Invocation } from '../invocation.js';
import { pick, type Kind } from '../names/pick.js';
import { ago } from '../output/durations.js';
import { look, say, type Shown } from '../output/shown.js';
import { table } from '../output/table.js';
import { readAll } from '../tool/args-for.js';

const CHANNEL: Kind = {
  ...{ one: 'channel', many: 'channels', missing: 'not_found', list: 'kenny alert channel list' },
};

export interface ChannelOptions {
  readonly kind: AlertChannelKind;
  readonly to?: string;
  readonly host?: string;
  readonly port?: string;
  readonly security?: MailSecurity;
  readonly user?: string;
  readonly from?: string;
  readonly secretFile?: string;
  readonly allow?: string[];
  readonly every?: string;
}

/** By its id, or by its name. */
export async function channelNamed(client: ServerClient, text: string): Promise<AlertChannelView> {
  const answer = await client.request('GET', API_PATHS.alertChannels);
  const { items } = await client.read('AlertChannelList', answer);
  return pick(
    CHANNEL,
    text,
    items.map((one) => ({ ...one, about: ALERT_CHANNELS[one.kind].label })),
  );
}

export async function listChannels(call: Invocation): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('GET', API_PATHS.alertChannels);
  await call.present(client, 'AlertChannelList', answer, ({ items }) =>
    channelLines(items, answer.serverTime, call.screen.width),
  );
  return EXIT_CODES.ok;
}

function channelLines(
  items: readonly AlertChannelView[],
  now: number,
  width: number | undefined,
): Shown[] {
  if (items.length === 0) return [say`No channels. Add one: kenny alert channel add`];
  const rows = items.map(({ id, name, kind, last_at, trouble }) => [
    ...[name, ALERT_CHANNELS[kind].label, last_at === null ? null : ago(last_at, now)],
    trouble === null ? (last_at === null ? null : look('works', 'green')) : look(trouble, 'red'),
    id,
  ]);
  return table(['channel', 'kind', 'last used', 'state', 'id'], rows, width);
}

export async function addChannel(
  call: Invocation,
  name: string,
  options: ChannelOptions,
): Promise<ExitCode> {
  const client = call.client();
  const body = bodyOf(name, options, await secretOf(call, options));
  const answer = await client.request('POST', API_PATHS.alertChannels, { body });
  await call.present(client, 'AlertChannelView', answer, (made) => [
    say`${made.name} can be chosen now: kenny alert set --use ${made.name}`,
  ]);
  return EXIT_CODES.ok;
}

export async function removeChannel(
  call: Invocation,
  name: string,
  yes: boolean,
): Promise<ExitCode> {
  const client = call.client();
  const channel = await channelNamed(client, name);
  const question = say`Remove ${channel.name}? Nobody is told anything through it any more.`;
  if (!yes && !(await confirmed(call, question))) return EXIT_CODES.failed;
  await client.request('DELETE', API_PATHS.alertChannel(channel.id));
  if (!call.screen.json) call.screen.print(say`${channel.name} is removed.`);
  return EXIT_CODES.ok;
}

/** Never an option itself: others see the arguments of a program. */
async function secretOf(
  { io }: Invocation,
  { secretFile }: ChannelOptions,
): Promise<string | undefined> {
  if (secretFile === undefined) return undefined;
  if (secretFile === '-') return (await readAll(io.input)).trim();
  try {
    return readFileSync(resolve(io.cwd, secretFile), 'utf8').trim();
  } catch (error) {
    throw new CliError('bad_args', `${secretFile} cannot be read: ${fileReason(error)}`);
  }
}

function bodyOf(
  name: string,
  { kind, to, host, port, security, user, from, allow, every }: ChannelOptions,
  secret: string | undefined,
): AlertChannelBody {
  return {
    ...{ kind, name },
    ...(to === undefined ? {} : { url: to }),
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port: Number(port) }),
    ...(security === undefined ? {} : { security }),
    ...(user === undefined ? {} : { user }),
    ...(from === undefined ? {} : { from }),
    ...(secret === undefined ? {} : { secret }),
    ...(allow === undefined ? {} : { allowed_addresses: allow }),
    ...(every === undefined ? {} : { every_min: Number(every) }),
  };
}
