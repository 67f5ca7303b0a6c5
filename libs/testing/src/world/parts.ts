import { CAPS, cutText, encodeFrame, type FrameOf } from '@kenny/contract/agent';

/** An answer as the parts that it goes in. */
export function inParts(
  response: Omit<FrameOf<'response'>, 'type'>,
  most: number = CAPS.partBytes,
): FrameOf<'response_part'>[] {
  const { id } = response;
  const bytes = Buffer.from(encodeFrame({ type: 'response', ...response }));
  const parts: FrameOf<'response_part'>[] = [];
  for (let from = 0; from < bytes.length;) {
    const text = cutText(bytes, from, most);
    parts.push({ type: 'response_part', id, size: bytes.length, from, text });
    from += Buffer.byteLength(text);
  }
  return parts;
}
