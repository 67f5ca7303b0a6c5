import { foreignText } from './foreign-text.js';
import type { Heard } from './heard.js';

/** As many as an approval shows. */
export const MOST_TAINTS = 50;
const LONGEST_TAINT = 200;

/** A sensitive read, as approvals name it. */
export const sensitiveRead = (tool: string, agent_id: string): string => `${tool}@${agent_id}`;

/**
 * What the approver must know about where a call may come from (design §5).
 * @param reads the sensitive reads before it, as `sensitiveRead` has them
 * @param args of the call alone, without what says where it goes and why
 */
export function taintsOf(
  reads: Iterable<string>,
  heard: Iterable<Heard>,
  args: Readonly<Record<string, unknown>>,
): string[] {
  const copied = foreignText(heard, args).map(
    ({ tool, agent_id, argument, name }) =>
      `${tool}@${agent_id} (${name ? 'a name' : 'word for word'} in ${argument})`,
  );
  // What the call itself contains is never cut.
  const room = MOST_TAINTS - copied.length;
  return [...new Set([...[...reads].slice(0, room), ...copied])].map((taint) =>
    taint.slice(0, LONGEST_TAINT),
  );
}
