import {
  API_PATHS,
  BACKUP_KEEP_REACH,
  EXIT_CODES,
  type BackupCopies,
  type BackupState,
  type BackupView,
  type ExitCode,
} from '@kenny/contract/client';
import type { Command } from 'commander';
import { plan, type PlanOptions } from './backup/plan.js';
import { secretFrom } from './confirm.js';
import { CliError } from './errors.js';
import type { Invocation, Run } from './invocation.js';
import type { ServerClient } from './client/server-client.js';
import type { BackupPlace } from './local/backup-files.js';
import type { BackupFileOptions, RestoreOptions } from './local/backups.js';
import { count } from './option-values.js';
import { ago } from './output/durations.js';
import { withProgress } from './output/progress.js';
import { look, say, type Shown } from './output/shown.js';
import { facts, table } from './output/table.js';
import { pause } from './pause.js';

const LOOK_MS = 500;
const FROM = [
  '--from <place>',
  's3: the bucket of KENNY_BACKUP_S3; so does a name like s3:kenny-….tar.gz.age',
] as const;

const IDENTITY = [
  '--identity <file>',
  'keys of age, for an encrypted one; -: read them from standard input',
] as const;
const PASSPHRASE = [
  '--passphrase',
  'ask for the passphrase of a downloaded copy, or read it from standard input',
] as const;

/** Of every list; the name comes last. */
const COLUMNS = ['made', 'kind', 'size', 'encrypted'] as const;

interface CreateOptions {
  readonly local?: boolean;
}

/** Lazy: loads the server's code. */
const here = () => import('./local/backups.js');

export function addBackupCommands(program: Command, run: Run): void {
  const backup = program
    .command('backup')
    .description('copies of all that the server cannot be made anew without');
  backup
    .command('create')
    .description('make a backup now, while the server works')
    .option('--local', 'of the data folder itself, while no server runs there')
    .action((options: CreateOptions, command: Command) =>
      run(command, (call) => (options.local ? createHere(call) : create(call))),
    );
  backup
    .command('list')
    .description('the backups that there are, newest first')
    .option(...FROM)
    .action((options: BackupPlace, command: Command) =>
      run(command, (call) => (options.from === undefined ? list(call) : listThere(call, options))),
    );
  backup
    .command('plan')
    .description('when kenny makes backups automatically and how many it keeps; options change it')
    .option('--on', 'one each day')
    .option('--off', 'none')
    .option('--at <time>', 'not before this time of day, like 03:00; any: at any time')
    .option('--zone <name>', 'time zone of that time, like Europe/Berlin')
    .option('--keep-days <n>', 'keep the newest of so many days', count(BACKUP_KEEP_REACH.days.max))
    .option('--keep-weeks <n>', 'and of so many weeks', count(BACKUP_KEEP_REACH.weeks.max))
    .action((options: PlanOptions, command: Command) =>
      run(command, (call) => plan(call, options)),
    );
  backup
    .command('send')
    .description('send what the bucket of KENNY_BACKUP_S3 lacks, now')
    .action((_: object, command: Command) => run(command, send));
  backup
    .command('verify <file>')
    .description('read a backup to its end and hold every part against its manifest')
    .option(...FROM)
    .option(...IDENTITY)
    .option(...PASSPHRASE)
    .action((file: string, options: BackupFileOptions, command: Command) =>
      run(command, (call) => verify(call, file, options)),
    );
  backup
    .command('restore <file>')
    .description('put a backup into an empty data folder')
    .requiredOption('--to <folder>', 'the new data folder; it must be empty')
    .option(...IDENTITY)
    .option(...PASSPHRASE)
    .option(...FROM)
    .option('--checkpoints <file>', 'the newer audit-checkpoints.jsonl, if it is left')
    .action((file: string, options: RestoreOptions, command: Command) =>
      run(command, (call) => restore(call, file, options)),
    );
  backup
    .command('rehearse <file>')
    .description('restore into a temporary folder and start the server there, without a port')
    .option(...FROM)
    .option(...IDENTITY)
    .option(...PASSPHRASE)
    .action((file: string, options: BackupFileOptions, command: Command) =>
      run(command, (call) => rehearse(call, file, options)),
    );
}

async function create(call: Invocation): Promise<ExitCode> {
  const client = call.client();
  const first = await client.request('POST', API_PATHS.serverBackups);
  const { items: before } = await client.read('BackupState', first);
  const done = await withProgress(call.io, 'making a backup', () =>
    stateWhen(call, client, ({ running }) => running === null),
  );
  const isNew = ({ name }: BackupView) => !before.some((old) => old.name === name);
  const { name } = done.items.find(isNew) ?? {};
  if (name === undefined) {
    throw new CliError('unavailable', done.trouble ?? 'No backup was made; ask again.');
  }
  const { items, copies, folder, encrypts } = await settled(call, client, done);
  const made = items.find((one) => one.name === name);
  if (!made) throw new CliError('conflict', `${name} was deleted meanwhile.`);
  if (call.screen.json) call.screen.printJson(JSON.stringify(made));
  else {
    call.screen.print(
      say`${made.name} is in ${folder}: ${size(made.bytes)}.`,
      ...(copies ? copied(copies) : []),
      ...open(encrypts),
    );
  }
  return EXIT_CODES.ok;
}

async function stateWhen(
  { io }: Invocation,
  client: ServerClient,
  isOver: (state: BackupState) => boolean,
): Promise<BackupState> {
  for (;;) {
    const answer = await client.request('GET', API_PATHS.serverBackups);
    const state = await client.read('BackupState', answer);
    if (isOver(state)) return state;
    await pause(io, LOOK_MS);
  }
}

/** Once nothing is on its way to the bucket any more. */
function settled(call: Invocation, client: ServerClient, now: BackupState): Promise<BackupState> {
  if (!now.copies?.busy) return Promise.resolve(now);
  return withProgress(call.io, `sending to ${now.copies.place}`, () =>
    stateWhen(call, client, ({ copies }) => !copies?.busy),
  );
}

/** It is whole here in any case. */
function copied({ place, trouble }: BackupCopies): Shown[] {
  if (trouble === null) return [say`It is in ${place} as well.`];
  return [say`${look('not sent', 'yellow')} to ${place}: ${trouble}`];
}

async function send(call: Invocation): Promise<ExitCode> {
  const client = call.client();
  const first = await client.request('POST', API_PATHS.serverBackupsSend);
  const { copies, items } = await settled(call, client, await client.read('BackupState', first));
  if (copies?.trouble) throw new CliError('unavailable', copies.trouble);
  if (call.screen.json) call.screen.printJson(JSON.stringify(copies));
  else
    call.screen.print(
      say`${items.filter(({ sent }) => sent).length} backups of this server are in ${copies?.place ?? 'the bucket'}.`,
    );
  return EXIT_CODES.ok;
}

async function listThere(call: Invocation, { from }: BackupPlace): Promise<ExitCode> {
  const found = await (await here()).listElsewhere(call.io, from);
  if (call.screen.json) call.screen.printJson(JSON.stringify(found));
  else {
    const rows = found.map((one) => [
      ago(new Date(one.made_at).toISOString(), call.io.clock.now()),
      one.kind,
      size(one.bytes),
      one.encrypted ? 'yes' : 'no',
      `s3:${one.name}`,
    ]);
    call.screen.print(
      ...(rows.length === 0
        ? [say`The bucket has no backups.`]
        : table([...COLUMNS, 'name'], rows, call.screen.width)),
    );
  }
  return EXIT_CODES.ok;
}

async function createHere(call: Invocation): Promise<ExitCode> {
  const { createLocally } = await here();
  const made = await withProgress(call.io, 'making a backup', () => createLocally(call.io));
  if (call.screen.json) call.screen.printJson(JSON.stringify(made));
  else
    call.screen.print(
      say`${made.name} is made: ${size(made.bytes)}.`,
      ...(made.copies ? copied(made.copies) : []),
      ...open(made.name.endsWith('.age')),
    );
  return EXIT_CODES.ok;
}

/** Whoever reads such a file has the keys of the server. */
function open(encrypted: boolean): Shown[] {
  if (encrypted) return [];
  const words =
    'It is not encrypted and holds the keys of the server; set KENNY_BACKUP_RECIPIENTS.';
  return [look(words, 'yellow')];
}

async function list(call: Invocation): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('GET', API_PATHS.serverBackups);
  await call.present(client, 'BackupState', answer, (state) =>
    listLines(state, answer.serverTime, call.screen.width),
  );
  return EXIT_CODES.ok;
}

function listLines(state: BackupState, now: number, width: number | undefined): Shown[] {
  const { items, trouble, folder, copies } = state;
  const daily = state.plan.automatic;
  const bad = [
    ...(trouble === null ? [] : [say`${look('the last one was not made', 'red')}: ${trouble}`]),
    ...(copies?.trouble ? [say`${look('not sent', 'red')}: ${copies.trouble}`] : []),
  ];
  const made = daily
    ? say`One is made each day, in ${folder}.`
    : say`None is made automatically: "kenny backup plan --on".`;
  const plan = [made, ...(copies ? [say`Each is sent to ${copies.place}.`] : [])];
  if (items.length === 0) return [...bad, say`No backups yet.`, ...plan];
  const rows = items.map((item: BackupView) => [
    ago(item.made_at, now),
    item.kind,
    size(item.bytes),
    item.encrypted ? 'yes' : 'no',
    ...(copies ? [item.sent === null ? 'not known yet' : item.sent ? 'yes' : 'no'] : []),
    item.name,
  ]);
  const head = [...COLUMNS, ...(copies ? ['sent'] : []), 'name'];
  return [...bad, ...table(head, rows, width), ...plan];
}

/** @throws CliError for two ways at once: nobody could say which of them failed */
function typed(
  call: Invocation,
  { passphrase, identity }: BackupFileOptions,
): Promise<string> | undefined {
  if (!passphrase) return undefined;
  if (identity === undefined) return secretFrom(call, 'passphrase', 'Passphrase: ');
  const words = 'A backup opens with --identity or with --passphrase: leave out one of them.';
  throw new CliError('bad_args', words);
}

async function verify(call: Invocation, file: string, options: BackupFileOptions) {
  const found = await (await here()).verify(call.io, file, options, await typed(call, options));
  if (call.screen.json) call.screen.printJson(JSON.stringify(found));
  else {
    call.screen.print(
      say`${look('whole', 'green')}: ${found.parts.length} parts are as they were written.`,
      ...facts([
        ['made', found.made_at],
        ['by kenny', found.kenny],
        ['audit log', `up to row ${found.audit_head.seq}`],
        ['server key', found.server_key.fingerprint],
      ]),
    );
  }
  return EXIT_CODES.ok;
}

async function restore(call: Invocation, file: string, options: RestoreOptions) {
  const { manifest, restored } = await (
    await here()
  ).restore(...([call.io, file, options, await typed(call, options)] as const));
  if (call.screen.json) call.screen.printJson(JSON.stringify({ manifest, restored }));
  else {
    const { lost, sessions, requests } = restored;
    const row = manifest.audit_head.seq;
    call.screen.print(
      say`Restored into ${options.to}, as it was at ${manifest.made_at}.`,
      ...facts([
        ['logins ended', String(sessions)],
        ['requests ended', String(requests)],
      ]),
      lost === null
        ? say`What was recorded after row ${row} of the audit log is lost.`
        : say`Rows ${lost.from} to ${lost.to} of the audit log are lost; the audit log says so.`,
      say`PCs, tokens and rules made since are gone, and tokens revoked since work again: look through them.`,
      say`Next: set KENNY_DATA_DIR to it and start the server. For PostgreSQL run "kenny db copy" first.`,
    );
  }
  return EXIT_CODES.ok;
}

async function rehearse(call: Invocation, file: string, options: BackupFileOptions) {
  const { rehearse: run } = await here();
  const secret = await typed(call, options);
  const done = await withProgress(call.io, 'rehearsing', () => run(call.io, file, options, secret));
  if (call.screen.json) call.screen.printJson(JSON.stringify(done));
  else {
    call.screen.print(
      say`${look('works', 'green')}: a server started on it, and its audit log verifies.`,
      ...facts([
        ['made', done.manifest.made_at],
        ['PCs', String(done.pcs)],
        ['audit rows', `${done.audit_rows}, proven to ${done.proven_to}`],
      ]),
    );
  }
  return EXIT_CODES.ok;
}

const size = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
