import {
  API_PATHS,
  EXIT_CODES,
  type ExitCode,
  type PermissionList,
  type PermissionView,
} from '@kenny/contract/client';
import type { ServerClient } from '../client/server-client.js';
import { confirmed } from '../confirm.js';
import { CliError } from '../errors.js';
import type { Invocation } from '../invocation.js';
import { pick, refuseGuess, type Kind } from '../names/pick.js';
import { ago, until } from '../output/durations.js';
import { look, say, Shown } from '../output/shown.js';
import { facts, table } from '../output/table.js';
import { textLines } from './views.js';

const PERMISSION: Kind = {
  one: 'permission',
  many: 'permissions',
  missing: 'not_found',
  list: 'kenny task permissions',
};

export interface AnswerOptions {
  readonly yes?: boolean;
}

export interface Asked {
  readonly id: string;
  readonly permission: string;
  readonly word: 'allow' | 'deny';
}

export async function listPermissions(call: Invocation, id: string): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('GET', API_PATHS.taskPermissions(id));
  await call.present(client, 'PermissionList', answer, (list) =>
    listLines(list, answer.serverTime, call.screen.width),
  );
  return EXIT_CODES.ok;
}

function listLines(
  { permissions }: PermissionList,
  now: number,
  width: number | undefined,
): Shown[] {
  if (permissions.length === 0) return [say`No permissions.`];
  const rows = permissions.map((one) => [
    stateOf(one),
    one.pending_id,
    one.kind,
    ago(one.created_at, now),
    one.outcome === null ? until(one.expires_at, now) : null,
    one.title,
  ]);
  return table(['state', 'permission', 'kind', 'asked', 'ends', 'what it wants'], rows, width);
}

function stateOf({ outcome, option_id, options }: PermissionView): Shown {
  if (outcome === null) return look('waits for you', 'yellow');
  if (outcome !== 'selected') return say`${outcome}`;
  const kind = options.find((option) => option.option_id === option_id)?.kind;
  return kind === 'allow_once' ? look('allowed', 'green') : look('denied', 'red');
}

/** Bound to exactly what was shown here: the server refuses it for anything else. */
export async function answerPermission(
  call: Invocation,
  { id, permission, word }: Asked,
  { yes }: AnswerOptions,
): Promise<ExitCode> {
  const client = call.client();
  const asked = await theOne(client, id, permission);
  if (yes === true) refuseGuess(permission, asked.pending_id);
  const asks = word === 'allow' && yes !== true;
  if (asks || !call.screen.json) call.screen.note(...permissionLines(asked), say``);
  if (asks && asked.outcome === null && !(await confirmed(call, say`Allow this once?`))) {
    return EXIT_CODES.waiting;
  }
  const body = { ...choice(asked, word), shown_sha256: asked.shown_sha256 };
  const path = API_PATHS.taskPermission(id, asked.pending_id);
  const answer = await client.request('POST', path, { body });
  await call.present(client, 'PermissionAnswered', answer, () => [
    word === 'allow' ? say`Allowed, this once.` : say`The agent was told no.`,
  ]);
  return EXIT_CODES.ok;
}

async function theOne(client: ServerClient, id: string, permission: string) {
  const answer = await client.request('GET', API_PATHS.taskPermissions(id));
  const { permissions } = await client.read('PermissionList', answer);
  const all = permissions.map((one) => ({ ...one, id: one.pending_id, about: one.title }));
  return pick(PERMISSION, permission, all);
}

/** Chosen by its kind: agents order their options as they like. */
function choice({ options }: PermissionView, word: 'allow' | 'deny'): object {
  const kind = word === 'allow' ? 'allow_once' : 'reject_once';
  const option = options.find((one) => one.kind === kind);
  if (option) return { option_id: option.option_id };
  if (word === 'deny') return { cancelled: true };
  throw new CliError('conflict', 'The agent offers no option that allows this once.');
}

function permissionLines(asked: PermissionView): Shown[] {
  return [
    say`${look(Shown.marked(asked.title, 'line'), 'bold')}, on the server itself`,
    say``,
    ...textLines(JSON.stringify(asked.shown, null, 2)),
    say``,
    ...facts([
      ['kind', asked.kind],
      ['options', asked.options.map(({ name, kind }) => `${name} (${kind})`).join(', ')],
      ['permission', asked.pending_id],
      ['shown', asked.shown_sha256],
    ]),
  ];
}
