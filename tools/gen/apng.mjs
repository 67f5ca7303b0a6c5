import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Pictures of one size as one moving PNG, which runs for ever; who cannot play it shows the first.
 * Frames stay as they were compressed: https://www.w3.org/TR/png-3/#apng-frame-based-animation
 * @param {readonly { readonly png: Uint8Array, readonly ms: number }[]} frames
 * @returns {Buffer}
 */
export function movingPicture(frames) {
  const all = frames.map(({ png, ms }) => ({ ms, chunks: chunksOf(Buffer.from(png)) }));
  const head = only(all[0]?.chunks ?? [], 'IHDR');
  let sequence = 0;
  const drawn = all.flatMap(({ ms, chunks }, at) => {
    // Size, depth and colours: a frame cannot have its own.
    if (!only(chunks, 'IHDR').equals(head)) throw new Error(`frame ${at} is of another kind`);
    const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data);
    return [
      chunk('fcTL', control(head, sequence++, ms)),
      ...data.map((part) =>
        at === 0 ? chunk('IDAT', part) : chunk('fdAT', Buffer.concat([whole(sequence++), part])),
      ),
    ];
  });
  const forEver = 0;
  const count = Buffer.concat([whole(frames.length), whole(forEver)]);
  const end = chunk('IEND', Buffer.alloc(0));
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('acTL', count), ...drawn, end]);
}

/** The whole picture, for so long, in place of what was there. */
function control(head, sequence, ms) {
  const [width, height] = [head.subarray(0, 4), head.subarray(4, 8)];
  const delay = Buffer.alloc(4);
  delay.writeUInt16BE(ms, 0);
  delay.writeUInt16BE(1000, 2);
  const [left, top, disposeAndBlend] = [whole(0), whole(0), Buffer.alloc(2)];
  return Buffer.concat([whole(sequence), width, height, left, top, delay, disposeAndBlend]);
}

function chunksOf(png) {
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('not a PNG');
  const chunks = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function only(chunks, wanted) {
  const found = chunks.find(({ type }) => type === wanted);
  if (!found) throw new Error(`there is no ${wanted}`);
  return found.data;
}

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([whole(data.length), named, whole(crc32(named))]);
}

function whole(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
