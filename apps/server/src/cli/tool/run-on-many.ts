import { ClientError } from '@kenny/client';
import { SEVERAL_PCS, type ExitCode } from '@kenny/contract/client';
import { inLanes } from '@kenny/kernel';
import { polled, saying, type Read } from '../approvals/await-outcome.js';
import { goesOn } from '../approvals/states.js';
import type { Answer, ServerClient } from '../client/server-client.js';
import { CliError, exitOf } from '../errors.js';
import type { Invocation } from '../invocation.js';
import { pcsOf, pickPc, type KnownPc } from '../names/pcs.js';
import { withProgress } from '../output/progress.js';
import { look, say } from '../output/shown.js';
import { manyLines } from './many-table.js';
import { exitOfAll, forPrograms, type PcOutcome, type PcRow } from './pc-outcome.js';

export interface Choice {
  readonly pcs: readonly string[];
  readonly tag?: string;
  readonly all?: boolean;
}

/** What is asked of each PC; of the server's answers, 202 is an approval to wait for. */
export interface EachPc {
  readonly tool: string;
  readonly wait: string | undefined;
  ask(agentId: string): Promise<Answer>;
}

const WAITS = 202;

/** The chosen PCs, each once. @throws CliError for none, for an unknown one, for more than the cap */
export async function choosePcs(client: ServerClient, choice: Choice): Promise<string[]> {
  const known = await pcsOf(client);
  const named = choice.pcs.map((given) => pickPc(given, known));
  const tagged = known.filter((pc) => choice.all === true || isTagged(pc, choice.tag));
  const ids = [...new Set([...named, ...tagged].map(({ id }) => id))];
  if (tagged.length === 0 && choice.tag !== undefined) {
    throw new CliError('no_agent', `No PC has the tag ${choice.tag.slice(0, 64)}.`);
  }
  if (ids.length === 0) {
    throw new CliError('no_agent', 'There is no PC yet. Add one: kenny agent add <id>');
  }
  if (ids.length > SEVERAL_PCS.most) {
    throw new CliError(
      'bad_args',
      `One command runs on at most ${SEVERAL_PCS.most} PCs; these are ${ids.length}. Name fewer, or use --tag.`,
    );
  }
  return ids;
}

const isTagged = ({ tags }: KnownPc, tag: string | undefined) =>
  tag !== undefined && tags.includes(tag);

/** The same call on each, a few at a time: a row each, whatever comes of it. */
export async function runOnMany(
  call: Invocation,
  client: ServerClient,
  ids: readonly string[],
  each: EachPc,
): Promise<ExitCode> {
  const rows = new Map<string, PcRow>();
  const note = (row: PcRow) => {
    rows.set(row.agentId, row);
    if (call.screen.json) call.screen.printJson(JSON.stringify(forPrograms(row)));
  };
  const inOrder = () => ids.flatMap((id) => rows.get(id) ?? []);
  try {
    const label = `${each.tool} on ${ids.length} PCs`;
    await withProgress(call.io, label, () =>
      inLanes(ids, SEVERAL_PCS.atOnce, async (agentId) => {
        const outcome = await askOne(client, each, agentId);
        if (outcome.kind === 'asked' && waitsLonger(each)) rows.set(agentId, { agentId, outcome });
        else note({ agentId, outcome });
      }),
    );
    if (waitsLonger(each)) await endings(call, client, each, inOrder(), note);
  } finally {
    // Also what came before somebody pressed Ctrl+C.
    if (!call.screen.json) call.screen.print(...manyLines(inOrder(), call.screen.width));
  }
  sayWhatWaits(call, inOrder());
  return exitOfAll(inOrder());
}

const waitsLonger = ({ wait }: EachPc) => Number(wait ?? 0) > 0;

async function askOne(client: ServerClient, each: EachPc, agentId: string): Promise<PcOutcome> {
  try {
    const answer = await each.ask(agentId);
    if (answer.status === WAITS) {
      const { approval } = await client.read('ApprovalAnswer', answer);
      return { kind: 'asked', answer, approval };
    }
    return { kind: 'done', answer: await client.read('ToolResultView', answer) };
  } catch (error) {
    return refused(error);
  }
}

/** Ctrl+C and faults of our own end the command; a PC's refusal is its row. */
function refused(error: unknown): PcOutcome {
  if (error instanceof ClientError) {
    const { code, message, status } = error;
    return { kind: 'failed', code, message, exit: exitOf(code, status) };
  }
  if (error instanceof CliError) {
    const { code, message, exit } = error;
    return { kind: 'failed', code, message, exit };
  }
  throw error;
}

/** Each request waits for its own approval; an approved read's result is in the answer to a repeat. */
async function endings(
  call: Invocation,
  client: ServerClient,
  each: EachPc,
  asked: readonly PcRow[],
  note: (row: PcRow) => void,
): Promise<void> {
  const open = asked.flatMap(({ agentId, outcome }) =>
    outcome.kind === 'asked' ? [{ agentId, begun: outcome }] : [],
  );
  for (const { begun } of open) {
    const { agent_id, id } = begun.approval;
    call.screen.note(say`${agent_id} waits for approval: kenny approvals approve ${id}`);
  }
  const until = call.io.clock.monotonic() + Number(each.wait) * 1000;
  const endOf = async (agentId: string, begun: Read): Promise<void> => {
    const end = await polled(call, client, begun, until, goesOn);
    const isRead = end.approval.kind === 'read' && end.approval.state === 'done';
    note({
      agentId,
      outcome: isRead ? await askOne(client, each, agentId) : { kind: 'asked', ...end },
    });
  };
  await withProgress(call.io, `${each.tool} on ${open.length} PCs`, () =>
    Promise.all(open.map(({ agentId, begun }) => endOf(agentId, begun))),
  ).catch(saying('Stopped waiting; the requests stand: kenny approvals list'));
}

function sayWhatWaits({ screen }: Invocation, rows: readonly PcRow[]): void {
  if (screen.json) return;
  const waiting = rows.flatMap(({ outcome }) =>
    outcome.kind === 'asked' && outcome.approval.state === 'pending' ? [outcome.approval] : [],
  );
  const [first] = waiting;
  if (!first) return;
  screen.note(
    say`${look(`${waiting.length} waiting, each for its own approval: kenny approvals approve ${first.id}`, 'dim')}`,
  );
}
