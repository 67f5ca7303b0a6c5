import { CATALOG, mayAskFor, toolClassOf } from '@kenny/contract';
import type { GateRecord } from '@kenny/gate';
import { maySee, type Principal } from '../../kernel/index.js';

/** Of a call that is about to be sent. */
type Asked = Pick<GateRecord, 'agent_id' | 'tool' | 'decisions'>;

/**
 * Whether those who asked and decided still may, with the rights that their tokens have now: a
 * person can be changed while a request waits (ADR 0104).
 * @param holders - of all tokens behind the call
 */
export function stillMay({ agent_id, tool, decisions }: Asked, holders: readonly Principal[]) {
  const known = CATALOG.tools.find(({ name }) => name === tool);
  const asks = ({ scope, classes }: Principal) =>
    scope !== 'viewer' && (known ? mayAskFor(known, classes) : classes.includes('change'));
  const holds = ({ classes }: Principal) => classes.includes(known ? toolClassOf(known) : 'change');
  return (
    holders.every((one) => maySee(one, agent_id) && asks(one)) &&
    decisions
      .filter(({ decision, by }) => decision === 'approve' && by.kind === 'operator')
      .every(({ by }) => holders.some((one) => one.id === by.id && one.decide && holds(one)))
  );
}
