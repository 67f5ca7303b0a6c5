import { CATALOG, mayAskFor, toolClassOf, type ToolClass } from '@kenny/contract';
import type { GateRecord } from '@kenny/gate';
import { maySee, type Principal } from '../../kernel/index.js';

const TOOLS = new Map(CATALOG.tools.map((tool) => [tool.name, tool]));

/** What deciding about a tool takes; one that no longer exists counts as a change. */
export function classToDecide(name: string): ToolClass {
  const tool = TOOLS.get(name);
  return tool ? toolClassOf(tool) : 'change';
}

/** Of a call that is about to be sent. */
type Asked = Pick<GateRecord, 'agent_id' | 'tool' | 'decisions'>;

/**
 * Whether those who asked and decided still may, with the rights that their tokens have now: a
 * person can be changed while a request waits (ADR 0104).
 * @param holders - of all tokens behind the call
 */
export function stillMay({ agent_id, tool, decisions }: Asked, holders: readonly Principal[]) {
  const [known, toDecide] = [TOOLS.get(tool), classToDecide(tool)];
  const asks = ({ scope, classes }: Principal) =>
    scope !== 'viewer' && (known ? mayAskFor(known, classes) : classes.includes(toDecide));
  return (
    holders.every((one) => maySee(one, agent_id) && asks(one)) &&
    decisions
      .filter(({ decision, by }) => decision === 'approve' && by.kind === 'operator')
      .every(({ by }) =>
        holders.some(
          ({ id, decide, classes }) => id === by.id && decide && classes.includes(toDecide),
        ),
      )
  );
}
