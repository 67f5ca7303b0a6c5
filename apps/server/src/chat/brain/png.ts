const HEADER_CHARS = 44;
const [WIDTH_AT, HEIGHT_AT] = [16, 20];

/** Both sides of a PNG in pixels, from the head of its base64; undefined when it has none. */
export function pngSides(base64: string): readonly [number, number] | undefined {
  const head = Buffer.from(base64.slice(0, HEADER_CHARS), 'base64');
  if (head.length < HEIGHT_AT + 4 || head.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return [head.readUInt32BE(WIDTH_AT), head.readUInt32BE(HEIGHT_AT)];
}
