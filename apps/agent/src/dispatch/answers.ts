import {
  CAPS,
  encodeFrame,
  exceedsCaps,
  type FrameOf,
  type WireErrorCode,
} from '@kenny/contract/agent';

export type Response = FrameOf<'response'>;

const MESSAGE_CHARACTERS = 4_000;

export function refusal(id: string, code: WireErrorCode, message: string): Response {
  const text = message.slice(0, MESSAGE_CHARACTERS).toWellFormed();
  return { type: 'response', id, ok: false, error: { code, message: text } };
}

/** The answer of a tool that ran; too much to send is an error that says so. */
export function success(id: string, result: object): Response {
  const tooDeep = exceedsCaps(result);
  if (tooDeep) return refusal(id, 'exec_failed', `result too large: ${tooDeep}`);
  const response: Response = { type: 'response', id, ok: true, result: { ...result } };
  const bytes = Buffer.byteLength(encodeFrame(response));
  if (bytes <= CAPS.agentResultBytes) return response;
  return refusal(
    id,
    'exec_failed',
    `result too large: ${bytes} bytes, at most ${CAPS.agentResultBytes} are sent; ask for less`,
  );
}
