import {
  API_PATHS,
  EXIT_CODES,
  PERSON_SCOPES,
  SCOPES,
  TOOL_CLASSES,
  type CreatedToken,
  type CreateTokenBody,
  type ExitCode,
  type PatchTokenBody,
  type PersonScope,
  type Scope,
  type TokenList,
  type TokenView,
  type ToolClass,
} from '@kenny/contract/client';
import type { Clock } from '@kenny/kernel';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Invocation, Run } from './invocation.js';
import { count, listOf, spanFrom } from './option-values.js';
import { ago, until } from './output/durations.js';
import { look, say, type Shown } from './output/shown.js';
import { facts, table } from './output/table.js';

interface CreateOptions {
  readonly operator: string;
  readonly operatorName?: string;
  readonly name: string;
  readonly scope: Scope;
  readonly decide?: boolean;
  readonly elicitation?: boolean;
  readonly agent?: string[];
  readonly class?: ToolClass[];
  readonly expires?: string;
  readonly local?: boolean;
}

interface ChangeOptions {
  readonly operatorName?: string;
  readonly scope?: PersonScope;
  readonly decide?: boolean;
  readonly agent?: string[];
  readonly allAgents?: boolean;
  readonly class?: ToolClass[];
}

export function addTokenCommands(program: Command, run: Run): void {
  const token = program.command('token').description('bearer tokens of people and programs');
  addCreate(token, run);
  addChange(token, run);
  token
    .command('list')
    .description('every token that is in force, newest first; never the secrets')
    .option('--limit <rows>', 'at most so many', count(500), '100')
    .option('--cursor <text>', 'continue where the previous page ended')
    .action((options: { limit?: string; cursor?: string }, command: Command) =>
      run(command, (call) => list(call, options)),
    );
  token
    .command('revoke <id>')
    .description('end a token, and every browser session it opened, at once')
    .action((id: string, _: object, command: Command) => run(command, (call) => revoke(call, id)));
}

function addCreate(token: Command, run: Run): void {
  token
    .command('create')
    .description('make a token; its secret is shown this once')
    .requiredOption('--operator <id>', 'whose it is, like anna; the first token makes the person')
    .requiredOption('--name <text>', 'what it is for, like "Claude Code on my laptop"')
    .addOption(new Option('--scope <scope>', 'who it is for').choices(SCOPES).makeOptionMandatory())
    .option('--operator-name <text>', "the person's name")
    .option('--decide', 'may approve and deny; with scope operator or admin')
    .option(
      '--elicitation',
      'its MCP client may accept low risk for its user, unseen by kenny; with scope mcp',
    )
    .option('--agent <agent_id>', 'only these PCs (repeat, or a comma between)', listOf)
    .addOption(
      new Option(
        '--class <class>',
        `only these kinds of tools: ${TOOL_CLASSES.join(', ')}`,
      ).argParser(classes),
    )
    .option('--expires <when>', 'like 90d, 12h or 2031-01-31T12:00:00Z; without it, never')
    .option('--local', 'in the data folder itself, while no server runs there')
    .action((options: CreateOptions, command: Command) =>
      run(command, (call) => create(call, options)),
    );
}

function addChange(token: Command, run: Run): void {
  token
    .command('change <id>')
    .description("change a person's name and rights, at once; what is not named stays")
    .option('--operator-name <text>', "the person's name")
    .addOption(new Option('--scope <scope>', 'what they are').choices(PERSON_SCOPES))
    .option('--decide', 'may approve and deny')
    .option('--no-decide', 'may not')
    .option('--agent <agent_id>', 'only these PCs (repeat, or a comma between)', listOf)
    .addOption(new Option('--all-agents', 'all PCs').conflicts('agent'))
    .addOption(
      new Option(
        '--class <class>',
        `only these kinds of tools: ${TOOL_CLASSES.join(', ')}`,
      ).argParser(classes),
    )
    .action((id: string, options: ChangeOptions, command: Command) =>
      run(command, (call) => change(call, id, options)),
    );
}

async function create(call: Invocation, options: CreateOptions): Promise<ExitCode> {
  const body = bodyOf(options, call.io.clock);
  if (options.local) {
    const { createLocalToken } = await import('./local/local-tokens.js');
    const made = await createLocalToken(call.io, body);
    if (call.screen.json) call.screen.printJson(JSON.stringify(made));
    else call.screen.print(...createdLines(made, call.io.clock.now()));
    return EXIT_CODES.ok;
  }
  const client = call.client();
  const answer = await client.request('POST', API_PATHS.tokens, { body });
  await call.present(client, 'CreatedToken', answer, (made) =>
    createdLines(made, answer.serverTime),
  );
  return EXIT_CODES.ok;
}

async function list(
  call: Invocation,
  query: { limit?: string; cursor?: string },
): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('GET', API_PATHS.tokens, { query: { ...query } });
  await call.present(client, 'TokenList', answer, (page) =>
    listLines(page, answer.serverTime, call.screen.width),
  );
  return EXIT_CODES.ok;
}

async function change(call: Invocation, id: string, options: ChangeOptions): Promise<ExitCode> {
  const { operatorName, scope, decide, agent, allAgents } = options;
  const body: PatchTokenBody = {
    ...(operatorName === undefined ? {} : { operator_name: operatorName }),
    ...(scope === undefined ? {} : { scope }),
    ...(decide === undefined ? {} : { decide }),
    ...(agent === undefined ? {} : { agents: agent }),
    ...(allAgents ? { agents: null } : {}),
    ...(options.class === undefined ? {} : { classes: options.class }),
  };
  const client = call.client();
  const answer = await client.request('PATCH', API_PATHS.token(id), { body });
  await call.present(client, 'TokenView', answer, (token) =>
    facts([
      ['id', token.id],
      ['for', `${token.operator.name} (${token.operator.id})`],
      ['may', rightsOf(token)],
      ['PCs', pcsOf(token)],
    ]),
  );
  return EXIT_CODES.ok;
}

async function revoke(call: Invocation, id: string): Promise<ExitCode> {
  await call.client().request('DELETE', API_PATHS.token(id));
  if (!call.screen.json) call.screen.print(say`${id} is revoked.`);
  return EXIT_CODES.ok;
}

function bodyOf(options: CreateOptions, clock: Clock): CreateTokenBody {
  const { operator: id, operatorName, name, scope, decide, elicitation, agent, expires } = options;
  return {
    operator: { id, ...(operatorName === undefined ? {} : { name: operatorName }) },
    name,
    scope,
    ...(decide ? { decide } : {}),
    ...(elicitation ? { elicitation } : {}),
    ...(agent === undefined ? {} : { agents: agent }),
    ...(options.class === undefined ? {} : { classes: options.class }),
    ...(expires === undefined ? {} : { expires_at: spanFrom(expires, clock.now()) }),
  };
}

function classes(text: string, before: ToolClass[] | undefined): ToolClass[] {
  return listOf(text, before).map((name) => {
    const known = TOOL_CLASSES.find((toolClass) => toolClass === name);
    if (known) return known;
    throw new InvalidArgumentError(`Allowed are ${TOOL_CLASSES.join(', ')}.`);
  });
}

function createdLines(made: CreatedToken, now: number): Shown[] {
  return [
    say`${made.token}`,
    say``,
    ...facts([
      ['id', made.id],
      ['for', `${made.operator.name} (${made.operator.id})`],
      ['name', made.name],
      ['may', rightsOf(made)],
      ['PCs', pcsOf(made)],
      ['ends', made.expires_at === null ? 'never' : until(made.expires_at, now)],
    ]),
    say`${look('Shown this once. Keep it in KENNY_TOKEN or in a file of mode 0600.', 'yellow')}`,
  ];
}

function listLines(
  { items, next_cursor }: TokenList,
  now: number,
  width: number | undefined,
): Shown[] {
  if (items.length === 0) return [say`No tokens.`];
  const rows = items.map((token) => [
    token.id,
    token.operator.id,
    rightsOf(token),
    pcsOf(token),
    ago(token.created_at, now),
    token.last_used_at === null ? 'never' : ago(token.last_used_at, now),
    token.expires_at === null ? 'never' : until(token.expires_at, now),
    token.name,
  ]);
  const heads = ['id', 'operator', 'may', 'pcs', 'made', 'used', 'ends', 'name'];
  const more = next_cursor === null ? [] : [look(`More: --cursor ${next_cursor}`, 'dim')];
  return [...table(heads, rows, width), ...more];
}

function rightsOf({ scope, decide, elicitation, classes: own }: TokenView): string {
  const limited = own.length === TOOL_CLASSES.length ? '' : ` (${own.join(', ')})`;
  const rights = [scope, ...(decide ? ['decide'] : []), ...(elicitation ? ['elicitation'] : [])];
  return `${rights.join(' + ')}${limited}`;
}

function pcsOf({ agents }: TokenView): string {
  if (agents === null) return 'all';
  return agents.length > 3 ? `${agents.slice(0, 3).join(', ')} …` : agents.join(', ');
}
