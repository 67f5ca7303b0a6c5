import { CALL_ID_LENGTH, CAPS } from '../constants.js';
import { Nested, OneOf, Optional, Text, Whole } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { ResponseFrame } from '../frames/frames.js';

export const CALL_STATES = ['not_seen', 'running', 'done', 'interrupted'] as const;
export type CallState = (typeof CALL_STATES)[number];

export class CallStatusArgs {
  /** The `request.id` of an earlier change call. */
  @Text({ min: 1, max: CALL_ID_LENGTH })
  id!: string;

  /** With it `done` comes with `size` and `text` instead of `response`. */
  @Optional()
  @Whole({ min: 1, max: CAPS.storedPartBytes })
  most?: number;

  /** Bytes of the stored answer that have arrived already. */
  @Optional()
  @Whole({ min: 0, max: CAPS.responseBytes })
  from?: number;
}

export class CallStatusResult {
  @OneOf(CALL_STATES)
  state!: CallState;

  /** With `done`: the answer as it was sent. */
  @Optional()
  @Nested(() => ResponseFrame)
  response?: ResponseFrame;

  /** Bytes of the JSON text of the stored answer, in UTF-8. */
  @Optional()
  @Whole({ min: 1, max: CAPS.responseBytes })
  size?: number;

  /** That text behind the first `from` bytes, `most` bytes of it or the rest. */
  @Optional()
  @Text({ max: CAPS.storedPartBytes })
  text?: string;
}

/** Additive to seed 000: how the server settles a call whose answer was lost (design §6). */
export const callStatus = defineTool({
  name: 'call_status',
  title: 'Look up an earlier change',
  does: 'Looks up what became of an earlier change on {pc}.',
  description: 'Say what became of an earlier change call, from the journal of the PC.',
  args: CallStatusArgs,
  result: CallStatusResult,
  effect: 'read',
  risk: 'none',
  hidden: true,
  where: 'agent',
  topic: 'expert',
  since: '0.8+2',
  os: ['windows', 'linux', 'macos'],
  guards: {},
  unguarded: { id: "looked up in the agent's journal; no program or file name sees it" },
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
