import { ClientError } from '@kenny/client';
import {
  API_PATHS,
  EXIT_CODES,
  OPERATING_SYSTEMS,
  OS_TITLES,
  systemTitle,
  REKEY_MODES,
  type EnrollmentIssued,
  type ExitCode,
  type FleetAgent,
  type FleetView,
  type InstallerIssued,
  type Os,
  type PatchAgentBody,
  type RekeyMode,
} from '@kenny/contract/client';
import { Option, type Command } from 'commander';
import { HEALTH_LOOKS, showAgent } from './agent/show.js';
import { addLimitCommand } from './agent/limits.js';
import { addSnoozeCommands } from './agent/snoozes.js';
import { LONGEST_WAIT_S } from './approvals/await-outcome.js';
import type { Answer, ServerClient } from './client/server-client.js';
import { confirmed } from './confirm.js';
import { CliError } from './errors.js';
import type { Invocation, Run } from './invocation.js';
import { findPc } from './names/pcs.js';
import { count, listOf } from './option-values.js';
import { ago, until } from './output/durations.js';
import { look, say, type Shown } from './output/shown.js';
import { facts, table } from './output/table.js';
import { showOutcome } from './tool/run.js';

interface AddOptions {
  readonly name?: string;
  readonly os?: Os;
  readonly legacyToken?: boolean;
}

interface SetOptions {
  readonly name?: string;
  readonly owner?: string;
  readonly contact?: string;
  readonly notes?: string;
  readonly helpId?: string;
  readonly helpLink?: string;
  readonly tag?: string[];
  readonly tags: boolean;
  readonly allowTooFewApprovers?: boolean;
}

interface UpdateOptions {
  readonly to?: string;
  readonly reason?: string;
  readonly wait?: string;
}

export function addAgentCommands(program: Command, run: Run): void {
  const agent = program.command('agent').description('the PCs of this server');
  agent
    .command('list')
    .description('every PC with its health')
    .action((_: object, command: Command) => run(command, list));
  agent
    .command('show <pc>')
    .description('one PC: every section with its health, worst first')
    .action((id: string, _: object, command: Command) =>
      run(command, (call) => showAgent(call, id)),
    );
  agent
    .command('add <id>')
    .description('add a PC and show how to install its agent')
    .option('--name <text>', 'what people call it')
    .addOption(systemOption('show only the line for it'))
    .option('--legacy-token', 'also make a bearer secret for an agent older than protocol 0.8')
    .action((id: string, options: AddOptions, command: Command) =>
      run(command, (call) => add(call, id, options)),
    );
  agent
    .command('set <pc>')
    .description('change what people say of a PC: its name, owner, notes and tags')
    .option('--name <text>', 'what people call it')
    .option('--owner <text>', 'whose it is; an empty text takes it away, as below')
    .option('--contact <text>', 'how they are reached: phone, mail or in words')
    .option('--notes <text>', 'what helpers should know; may have several lines')
    .option('--help-id <text>', 'what the link for remote help needs: a RustDesk ID, an address')
    .option('--help-link <link>', 'opens remote help to this PC, in place of the server’s link')
    .option('--tag <tag>', 'replaces its tags; may be repeated', listOf)
    .option('--no-tags', 'take all its tags away')
    .option(
      '--allow-too-few-approvers',
      'set the tag two-key though fewer than two people can approve for it',
    )
    .action((id: string, options: SetOptions, command: Command) =>
      run(command, (call) => set(call, id, options)),
    );
  addSnoozeCommands(agent, run);
  addLimitCommand(agent, run);
  agent
    .command('installer <pc>')
    .description('show a link that installs the agent on a PC, also once more')
    .addOption(systemOption('what runs on the PC').default('linux'))
    .action((id: string, { os }: { os: Os }, command: Command) =>
      run(command, (call) => installer(call, id, os)),
    );
  agent
    .command('update <pc>')
    .description('request an agent update on a PC; it waits for approval')
    .option('--to <version>', 'a published version; without it, the newest')
    .option('--reason <text>', 'for whoever decides (280 characters)')
    .option('--wait <seconds>', 'for its end at most', count(LONGEST_WAIT_S))
    .action((id: string, options: UpdateOptions, command: Command) =>
      run(command, (call) => update(call, id, options)),
    );
  agent
    .command('remove <pc>')
    .description('remove a PC: its key ends, what waits for it is cancelled')
    .option('-y, --yes', 'do not ask')
    .action((id: string, { yes }: { yes?: boolean }, command: Command) =>
      run(command, (call) => remove(call, id, yes === true)),
    );
  agent
    .command('rekey <pc>')
    .description('give a PC a new key')
    .addOption(
      new Option(
        '--mode <mode>',
        'rotate: the old key works until the new one signs; revoke: it ends now',
      )
        .choices(REKEY_MODES)
        .default('rotate'),
    )
    .option('-y, --yes', 'do not ask')
    .action((id: string, options: { mode: RekeyMode; yes?: boolean }, command: Command) =>
      run(command, (call) => rekey(call, id, options.mode, options.yes === true)),
    );
}

async function list(call: Invocation): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('GET', API_PATHS.fleet);
  await call.present(client, 'FleetView', answer, (fleet) =>
    fleetLines(fleet, answer.serverTime, call.screen.width),
  );
  return EXIT_CODES.ok;
}

async function add(call: Invocation, id: string, options: AddOptions): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('POST', API_PATHS.agents, {
    body: {
      agent_id: id,
      ...(options.name === undefined ? {} : { name: options.name }),
      ...(options.os === undefined ? {} : { os: options.os }),
      ...(options.legacyToken ? { legacy_token: true } : {}),
    },
  });
  // A link has a token of its own, which replaces the one in this answer.
  const how = call.screen.json ? undefined : await linkIfAny(client, id, options);
  await call.present(client, 'EnrollmentIssued', answer, (issued) => [
    say`${issued.agent_id} is added.`,
    ...(how?.lines ?? enrolmentLines(issued, options.os, answer.serverTime)),
    ...(how?.why === undefined ? [] : [say`No link: ${how.why}`]),
  ]);
  return EXIT_CODES.ok;
}

async function set(
  call: Invocation,
  given: string,
  { tag, tags, helpId, helpLink, allowTooFewApprovers, ...words }: SetOptions,
): Promise<ExitCode> {
  const wanted = tags ? tag : [];
  const body: PatchAgentBody = {
    ...words,
    ...(helpId === undefined ? {} : { help_id: helpId }),
    ...(helpLink === undefined ? {} : { help_link: helpLink }),
    ...(wanted === undefined ? {} : { tags: wanted }),
    ...(wanted && allowTooFewApprovers ? { allow_too_few_approvers: true } : {}),
  };
  if (Object.keys(body).length === 0) {
    throw new CliError(
      'bad_args',
      'Nothing to change: add --name, --owner, --contact, --notes, --help-id, --help-link, --tag or --no-tags.',
    );
  }
  const client = call.client();
  const { agent_id: id } = (await findPc(client, given)).agent;
  const answer = await client.request('PATCH', API_PATHS.agent(id), { body });
  await call.present(client, 'FleetAgent', answer, (agent) => [
    say`${agent.agent_id} is ${look(agent.name, 'bold')}, ${
      agent.tags.length === 0 ? 'without tags' : agent.tags.map((one) => `#${one}`).join(' ')
    }.`,
  ]);
  return EXIT_CODES.ok;
}

async function installer(call: Invocation, given: string, os: Os): Promise<ExitCode> {
  const client = call.client();
  const { agent_id: id } = (await findPc(client, given)).agent;
  const answer = await askForLink(client, id, os);
  await call.present(client, 'InstallerIssued', answer, (issued) =>
    installerLines(issued, answer.serverTime),
  );
  return EXIT_CODES.ok;
}

function askForLink(client: ServerClient, id: string, os: Os): Promise<Answer> {
  return client.request('POST', API_PATHS.agentInstaller(id), { body: { os } });
}

/** The installer link, or why there is only the manual way. */
async function linkIfAny(
  client: ServerClient,
  id: string,
  { os = 'linux', legacyToken }: AddOptions,
): Promise<{ lines?: Shown[]; why?: string } | undefined> {
  if (legacyToken || os === 'macos') return undefined;
  try {
    const answer = await askForLink(client, id, os);
    const issued = await client.read('InstallerIssued', answer);
    return { lines: installerLines(issued, answer.serverTime) };
  } catch (error) {
    if (error instanceof ClientError) return { why: error.message };
    throw error;
  }
}

const systemOption = (about: string): Option =>
  new Option('--os <system>', about).choices(OPERATING_SYSTEMS);

function installerLines({ os, url, command, expires_at }: InstallerIssued, now: number): Shown[] {
  return [
    say``,
    say`On the PC (${OS_TITLES[os]}):`,
    say``,
    say`    ${command}`,
    say``,
    ...facts([
      ['link', url],
      ['works', say`once, until ${expires_at}, ${until(expires_at, now)}`],
    ]),
    say`${look('Shown this once: whoever has the link can become this PC.', 'yellow')}`,
  ];
}

async function update(
  call: Invocation,
  given: string,
  { to, reason, wait }: UpdateOptions,
): Promise<ExitCode> {
  const client = call.client();
  const body = {
    ...(to === undefined ? {} : { version: to }),
    ...(reason === undefined ? {} : { reason }),
  };
  const { agent_id: id } = (await findPc(client, given)).agent;
  const answer = await client.request('POST', API_PATHS.agentUpdate(id), { body });
  return showOutcome(call, client, answer, wait);
}

async function remove(call: Invocation, given: string, yes: boolean): Promise<ExitCode> {
  const client = call.client();
  // Where nobody is asked, nothing is guessed.
  const id = yes ? given : (await findPc(client, given)).agent.agent_id;
  const question = say`Remove ${id}? Its agent is cut off, and what waits for it is cancelled.`;
  if (!yes && !(await confirmed(call, question))) return EXIT_CODES.failed;
  await client.request('DELETE', API_PATHS.agent(id));
  if (!call.screen.json) call.screen.print(say`${id} is removed.`);
  return EXIT_CODES.ok;
}

async function rekey(
  call: Invocation,
  given: string,
  mode: RekeyMode,
  yes: boolean,
): Promise<ExitCode> {
  const client = call.client();
  const asks = mode === 'revoke' && !yes;
  const id = asks ? (await findPc(client, given)).agent.agent_id : given;
  const question = say`Revoke the key of ${id}? It is cut off until it enrols again.`;
  if (asks && !(await confirmed(call, question))) return EXIT_CODES.failed;
  const answer = await client.request('POST', API_PATHS.agentRekey(id), { body: { mode } });
  await call.present(client, 'EnrollmentIssued', answer, (issued) => [
    mode === 'revoke'
      ? say`The old key of ${issued.agent_id} has ended.`
      : say`The old key of ${issued.agent_id} works until the new one signs.`,
    ...enrolmentLines(issued, undefined, answer.serverTime),
  ]);
  return EXIT_CODES.ok;
}

function enrolmentLines(
  { enrollment, install, server_public_key, server_url, legacy_token }: EnrollmentIssued,
  os: string | undefined,
  now: number,
): Shown[] {
  const lines: [string, string][] = [];
  if (os !== 'windows') lines.push(['Linux or macOS', install.linux]);
  if (os === undefined || os === 'windows') lines.push(['Windows', install.windows]);
  return [
    say``,
    ...lines.flatMap(([name, text]) => [
      say`On the PC (${name}):`,
      say``,
      ...text.split('\n').map((line) => say`    ${line}`),
      say``,
    ]),
    ...facts([
      ['server', server_url],
      ['server key', server_public_key],
      [
        'token',
        say`${enrollment.token} (once, until ${enrollment.expires_at}, ${until(enrollment.expires_at, now)})`,
      ],
      ['legacy token', legacy_token ?? null],
    ]),
    say`${look('Shown this once: the token lets one PC in.', 'yellow')}`,
  ];
}

function fleetLines(
  { agents, counts }: FleetView,
  now: number,
  width: number | undefined,
): Shown[] {
  if (agents.length === 0) {
    return [say`No PCs yet. Add one with "kenny agent add <id>".`];
  }
  const summary = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${state}`);
  return [
    ...table(
      ['health', 'id', 'name', 'system', 'agent', 'seen', 'worst'],
      agents.map((agent) => fleetRow(agent, now)),
      width,
    ),
    say`${look(`${agents.length} ${agents.length === 1 ? 'PC' : 'PCs'}: ${summary.join(', ')}`, 'dim')}`,
  ];
}

function fleetRow(agent: FleetAgent, now: number) {
  const { agent_id, name, meta, overall, worst } = agent;
  return [
    look(overall, HEALTH_LOOKS[overall]),
    agent_id,
    name,
    systemTitle(agent) ?? null,
    meta?.version ?? null,
    seenWords(agent, now),
    worst && worst.status !== 'ok' ? `${worst.name}: ${worst.reason}` : null,
  ];
}

/** For an offline PC also its last health. */
function seenWords({ online, last_seen, last_overall }: FleetAgent, now: number): string {
  if (online) return 'now';
  if (last_seen === null) return 'never';
  return last_overall === undefined
    ? ago(last_seen, now)
    : `${ago(last_seen, now)}, ${last_overall}`;
}
