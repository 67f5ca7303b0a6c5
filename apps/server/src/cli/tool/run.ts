import { API_PATHS, EXIT_CODES, type CatalogToolView, type ExitCode } from '@kenny/contract/client';
import { awaitOutcome, saying, type Read } from '../approvals/await-outcome.js';
import { callLines } from '../approvals/call-view.js';
import { outcomeLines, resultLines } from '../approvals/outcome-view.js';
import { exitOfApproval, goesOn } from '../approvals/states.js';
import type { Answer, ServerClient } from '../client/server-client.js';
import { CliError } from '../errors.js';
import type { Invocation } from '../invocation.js';
import { findPc, pcName, whichPc } from '../names/pcs.js';
import { withProgress } from '../output/progress.js';
import { look, say } from '../output/shown.js';
import { argsFor, toolNamed, type ArgOptions } from './args-for.js';
import { choosePcs, runOnMany } from './run-on-many.js';
import { argumentsOf, refuseMissing } from './typed-args.js';

export interface RunOptions extends ArgOptions {
  readonly agent?: string;
  readonly tag?: string;
  readonly all?: boolean;
  readonly reason?: string;
  readonly expiresIn?: string;
  readonly wait?: string;
}

/** Longer than any tool's deadline: the server answers first. */
const PATIENCE_MS = 11 * 60_000;
const WAITS = 202;

/** How the catalog's tool is called on one PC, or on the server itself. */
interface OneCall {
  readonly client: ServerClient;
  readonly tool: CatalogToolView;
  readonly args: Record<string, unknown>;
  readonly options: RunOptions;
}

/** On one PC its result or its approval is printed, on several a row for each. */
export async function runTool(
  call: Invocation,
  name: string,
  pcs: readonly string[],
  options: RunOptions,
): Promise<ExitCode> {
  const client = call.client();
  const tool = await toolNamed(client, name);
  const args = await argsFor(call, tool, options);
  const one = { client, tool, args, options };
  const { tag, all, agent } = options;
  const isMany = pcs.length > 1 || tag !== undefined || all === true;
  if (!isMany) return runOnOne(call, one, pcs[0]);
  if (tool.where === 'server') {
    throw new CliError('bad_args', `${name} runs on the server: name one PC at most.`);
  }
  const chosen = { ...options, pcs: agent === undefined ? pcs : [...pcs, agent] };
  const ids = await choosePcs(client, chosen);
  refuseMissing(tool, args);
  return runOnMany(call, client, ids, {
    tool: name,
    wait: options.wait,
    ask: (agentId) => post(one, agentId),
  });
}

/** A read prints its result; a change its approval, or with `--wait` its outcome. */
async function runOnOne(call: Invocation, one: OneCall, pc: string | undefined): Promise<ExitCode> {
  const { client, tool, options } = one;
  const agent = await agentFor(client, tool, onePc(pc, options.agent));
  const args = aboutPc(tool, one.args, agent);
  refuseMissing(tool, args);
  const label = agent === undefined ? tool.name : `${tool.name} on ${agent}`;
  const ask = () => withProgress(call.io, label, () => post({ ...one, args }, agent));
  return showOutcome(call, client, await ask(), options.wait, ask);
}

function post(
  { client, tool, args, options }: OneCall,
  agent: string | undefined,
): Promise<Answer> {
  const { reason, expiresIn } = options;
  const body = {
    args,
    ...(agent === undefined ? {} : { agent_id: agent }),
    ...(reason === undefined ? {} : { reason }),
    ...(expiresIn === undefined ? {} : { expires_in_s: Number(expiresIn) }),
  };
  return client.request('POST', API_PATHS.tool(tool.name), { body, patienceMs: PATIENCE_MS });
}

function onePc(pc: string | undefined, agent: string | undefined): string | undefined {
  if (pc === undefined || agent === undefined) return pc ?? agent;
  throw new CliError('bad_args', `Which PC, ${pc} or ${agent}? Give it once.`);
}

/** Of a tool of the server itself that is about one PC: that PC is its argument `id`. */
function aboutPc(
  tool: CatalogToolView,
  args: Record<string, unknown>,
  agent: string | undefined,
): Record<string, unknown> {
  if (tool.where !== 'server' || agent === undefined) return args;
  if (!argumentsOf(tool).some(({ name }) => name === 'id')) {
    throw new CliError('bad_args', `${tool.name} is about all PCs: leave ${agent} out.`);
  }
  const { id } = args;
  const given = typeof id === 'string' || id === undefined ? id : JSON.stringify(id);
  return { ...args, id: onePc(agent, given) };
}

/** The PC ID that was given; a tool of the server itself needs none. */
async function agentFor(
  client: ServerClient,
  { where }: CatalogToolView,
  given: string | undefined,
): Promise<string | undefined> {
  if (given !== undefined) return (await findPc(client, given)).agent.agent_id;
  if (where === 'server') return undefined;
  throw await whichPc(client);
}

/**
 * What the server says of a call: its result, or the approval it waits for and what becomes of it.
 * @param again asks for the same call once more
 */
export async function showOutcome(
  call: Invocation,
  client: ServerClient,
  answer: Answer,
  wait: string | undefined,
  again?: () => Promise<Answer>,
): Promise<ExitCode> {
  if (answer.status === WAITS) return waits(call, client, answer, wait, again);
  await call.present(client, 'ToolResultView', answer, ({ result }) => resultLines(result));
  return EXIT_CODES.ok;
}

async function waits(
  call: Invocation,
  client: ServerClient,
  answer: Answer,
  wait: string | undefined,
  again: (() => Promise<Answer>) | undefined,
): Promise<ExitCode> {
  const { screen, io } = call;
  const { approval } = await client.read('ApprovalAnswer', answer);
  const { id } = approval;
  if (!screen.json) {
    const pc = await pcName(client, approval.agent_id);
    screen.note(...callLines(approval, answer.serverTime, pc), say``);
    screen.note(say`Waiting for approval: kenny approvals approve ${id}`);
  }
  const until = io.clock.monotonic() + Number(wait ?? 0) * 1000;
  const end = await awaitOutcome(call, client, { answer, approval }, until, goesOn).catch(
    saying(`Stopped waiting; the approval stands: kenny approvals show ${id}`),
  );
  // An approved read's result is only in the answer to the repeated call.
  if (again && end.approval.kind === 'read' && end.approval.state === 'done') {
    return showOutcome(call, client, await again(), undefined);
  }
  return finish(call, end);
}

function finish({ screen }: Invocation, { answer, approval }: Read): ExitCode {
  if (screen.json) screen.printJson(answer.raw);
  else screen.print(...outcomeLines(approval));
  if (!screen.json && goesOn(approval.state)) {
    screen.note(say`${look(`See its end: kenny approvals show ${approval.id}`, 'dim')}`);
  }
  return exitOfApproval(approval);
}
