import type { ApprovalView, ExitCode } from '@kenny/contract/client';
import type { Invocation } from '../invocation.js';
import { look, say, Shown } from '../output/shown.js';
import { stateWord } from './states.js';

/** Streams every approval step; pending ones come first. */
export function watchApprovals(call: Invocation): Promise<ExitCode> {
  const known = new Map<string, ApprovalView['state']>();
  const tell = (approval: ApprovalView) => {
    if (known.get(approval.id) === approval.state) return;
    known.set(approval.id, approval.state);
    if (call.screen.json) call.screen.printJson(JSON.stringify({ approval }));
    else call.screen.print(line(approval));
  };
  return call.live().follow({
    topic: 'approval',
    subscribe: 'approval.subscribe',
    payload: () => ({}),
    event: 'approval.changed',
    snapshot: ({ items }) => {
      const open = new Set(items.map(({ id }) => id));
      // After a reconnect: forget approvals that ended meanwhile.
      for (const id of known.keys()) if (!open.has(id)) known.delete(id);
      for (const approval of [...items].reverse()) tell(approval);
    },
    patch: ({ approval }) => tell(approval),
  });
}

const twice = (marks: ApprovalView['look_twice']) =>
  marks.length === 0 ? say`` : say` (look twice: ${marks.map(({ line }) => line).join('; ')})`;

function line(approval: ApprovalView): Shown {
  const { id, kind, state, risk, tool, agent_id, requested_by, reason, look_twice } = approval;
  const why = reason === null ? say`` : say`: “${Shown.marked(reason, 'line')}”`;
  const what = say`${stateWord(state)} ${id} ${tool} on ${agent_id}, ${kind === 'read' ? 'may read' : `${risk} risk`}, by ${requested_by.name}${why}${twice(look_twice)}`;
  return state === 'pending'
    ? say`${what} ${look(`→ kenny approvals approve ${id}`, 'dim')}`
    : what;
}
