import {
  API_PATHS,
  APPROVAL_STATES,
  EXIT_CODES,
  type ApprovalList,
  type ApprovalView,
  type ExitCode,
} from '@kenny/contract/client';
import { Option, type Command } from 'commander';
import { LONGEST_WAIT_S } from './approvals/await-outcome.js';
import { lookTwiceLines, sentenceLines } from './approvals/call-view.js';
import { decide, show, type DecideOptions } from './approvals/decide.js';
import { listPaused, resumeRequester } from './approvals/pauses.js';
import { stateWord } from './approvals/states.js';
import { watchApprovals } from './approvals/watch.js';
import type { ServerClient } from './client/server-client.js';
import type { Invocation, Run } from './invocation.js';
import { pcNames } from './names/pcs.js';
import { count } from './option-values.js';
import { ago, until } from './output/durations.js';
import { look, say, type Shown } from './output/shown.js';
import { table } from './output/table.js';

interface ListOptions {
  readonly state?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

export function addApprovalsCommands(program: Command, run: Run): void {
  const approvals = program
    .command('approvals')
    .description('pending approvals, and deciding about them');
  approvals
    .command('list')
    .description('approvals, those that wait first')
    .addOption(new Option('--state <state>', 'only these').choices(APPROVAL_STATES))
    .option('--limit <rows>', 'at most so many', count(500), '20')
    .option('--cursor <text>', 'continue where the previous page ended')
    .action((options: ListOptions, command: Command) =>
      run(command, (call) => list(call, options)),
    );
  approvals
    .command('show [approval]')
    .description('one approval, or the only one waiting: the exact call, and what became of it')
    .action((id: string | undefined, _: object, command: Command) =>
      run(command, (call) => show(call, id)),
    );
  approvals
    .command('paused')
    .description('who is paused after denials in a row')
    .action((_: object, command: Command) => run(command, listPaused));
  approvals
    .command('resume <id>')
    .description('let somebody ask again who is paused')
    .action((id: string, _: object, command: Command) =>
      run(command, (call) => resumeRequester(call, id)),
    );
  approvals
    .command('watch')
    .description('every step of every approval as it happens, until Ctrl+C')
    .action((_: object, command: Command) => run(command, watchApprovals));
  deciding(approvals.command('approve [approval]'))
    .description(
      'show the exact call, ask, run it and wait for its end; alone: the only one waiting',
    )
    .option('-y, --yes', 'do not ask: somebody has read the call')
    .option('--wait <seconds>', 'for its end at most; 0: not at all', count(LONGEST_WAIT_S), '900')
    .action((id: string | undefined, options: DecideOptions, command: Command) =>
      run(command, (call) => decide(call, id, 'approve', options)),
    );
  deciding(approvals.command('deny [approval]'))
    .description('deny it, or the only one waiting; the requester is told the reason')
    .action((id: string | undefined, options: DecideOptions, command: Command) =>
      run(command, (call) => decide(call, id, 'deny', options)),
    );
}

function deciding(command: Command): Command {
  return command
    .option('--reason <text>', 'for the requester and the audit log (280 characters)')
    .option('--call-sha256 <hex>', 'decide only on this very call, as it was shown before');
}

async function list(call: Invocation, options: ListOptions): Promise<ExitCode> {
  const client = call.client();
  const { state, limit, cursor } = options;
  const answer = await client.request('GET', API_PATHS.approvals, {
    query: { state, limit, cursor },
  });
  if (call.screen.json) {
    call.screen.printJson(answer.raw);
    return EXIT_CODES.ok;
  }
  const page = await client.read('ApprovalList', answer);
  // Pending ones are fetched apart: an old one may be beyond the newest page.
  const waiting = state || cursor ? [] : await pending(client);
  const known = new Set(waiting.map(({ id }) => id));
  const items = [...waiting, ...page.items.filter(({ id }) => !known.has(id))];
  const waits = items.some(({ state: now }) => now === 'pending');
  const pcs = waits ? await pcNames(client) : new Map<string, string>();
  const shown = { ...page, items };
  call.screen.print(...listLines(shown, pcs, answer.serverTime, call.screen.width));
  return EXIT_CODES.ok;
}

async function pending(client: ServerClient): Promise<ApprovalList['items']> {
  const query = { state: 'pending', limit: '500' };
  const answer = await client.request('GET', API_PATHS.approvals, { query });
  return (await client.read('ApprovalList', answer)).items;
}

function listLines(
  { items, next_cursor }: ApprovalList,
  pcs: ReadonlyMap<string, string>,
  now: number,
  width: number | undefined,
): Shown[] {
  if (items.length === 0) return [say`No approvals.`];
  const rows = items.map((approval) => [
    stateWord(approval.state),
    approval.id,
    approval.kind === 'read' ? 'may read' : approval.risk,
    approval.agent_id,
    approval.tool,
    approval.requested_by.name,
    ago(approval.requested_at, now),
    approval.state === 'pending' ? until(approval.approve_by, now) : null,
    approval.reason,
  ]);
  const heads = ['state', 'id', 'risk', 'pc', 'tool', 'asked by', 'asked', 'ends', 'their reason'];
  const more = next_cursor === null ? [] : [look(`More: --cursor ${next_cursor}`, 'dim')];
  const [head = say``, ...lines] = table(heads, rows, width);
  return [
    head,
    ...items.flatMap((approval, at) => [lines[at] ?? say``, ...below(approval, pcs)]),
    ...more,
  ];
}

/** Only before the decision; afterwards `show` has it. */
function below(approval: ApprovalView, pcs: ReadonlyMap<string, string>): Shown[] {
  if (approval.state !== 'pending') return [];
  const pc = pcs.get(approval.agent_id) ?? approval.agent_id;
  return [...sentenceLines(approval, pc), ...lookTwiceLines(approval)];
}
