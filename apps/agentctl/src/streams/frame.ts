import type { AgentctlNotice } from '@kenny/contract/agentctl';

/** One text that is sent to many: bytes of UTF-8. */
export type Frame = Buffer;

export const frameOf = (value: unknown): Frame => Buffer.from(JSON.stringify(value));

export function gapFrame(dropped: number): Frame {
  const gap: AgentctlNotice = { type: 'gap', dropped };
  return frameOf(gap);
}
