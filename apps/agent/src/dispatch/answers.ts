import {
  CAPS,
  encodeFrame,
  exceedsCaps,
  type FrameOf,
  type WireErrorCode,
} from '@kenny/contract/agent';

export type Response = FrameOf<'response'>;

/** A response with its encoded frame: encoded once to be measured, journalled and sent. */
export interface Answer {
  readonly response: Response;
  readonly text: string;
}

const MESSAGE_CHARACTERS = 4_000;

export function answerOf(response: Response): Answer {
  return { response, text: encodeFrame(response) };
}

export function refusal(id: string, code: WireErrorCode, message: string): Answer {
  const text = message.slice(0, MESSAGE_CHARACTERS).toWellFormed();
  return answerOf({ type: 'response', id, ok: false, error: { code, message: text } });
}

/** A tool's result; one that is too large to send becomes an error that says so. */
export function success(id: string, result: object): Answer {
  const tooDeep = exceedsCaps(result);
  if (tooDeep) return refusal(id, 'exec_failed', `result too large: ${tooDeep}`);
  const answer = answerOf({ type: 'response', id, ok: true, result: { ...result } });
  const bytes = Buffer.byteLength(answer.text);
  if (bytes <= CAPS.agentResultBytes) return answer;
  return refusal(
    id,
    'exec_failed',
    `result too large: ${bytes} bytes, at most ${CAPS.agentResultBytes} are sent; ask for less`,
  );
}
