import { crc32, deflateSync } from 'node:zlib';
import { movingPicture } from './apng.mjs';

/** One chunk of a PNG, whose checksum was looked at. */
interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** A grey picture of one shade, its data in two chunks. */
function aPicture(shade: number, width = 2): Buffer {
  const head = Buffer.from([0, 0, 0, width, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const data = deflateSync(Buffer.from([0, ...Array<number>(width).fill(shade)]));
  const parts = [data.subarray(0, 4), data.subarray(4)];
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    written('IHDR', head),
    ...parts.map((part) => written('IDAT', part)),
    written('IEND', Buffer.alloc(0)),
  ]);
}

function written(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

function read(picture: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at < picture.length;) {
    const end = at + 8 + picture.readUInt32BE(at);
    expect(picture.readUInt32BE(end)).toBe(crc32(picture.subarray(at + 4, end)));
    chunks.push({
      type: picture.toString('latin1', at + 4, at + 8),
      data: picture.subarray(at + 8, end),
    });
    at = end + 4;
  }
  return chunks;
}

describe('a moving picture', () => {
  const frames = [
    { png: aPicture(10), ms: 2500 },
    { png: aPicture(200), ms: 40 },
  ];

  it('holds every frame as it was, in order, and runs for ever', () => {
    const chunks = read(movingPicture(frames));
    expect(chunks.map(({ type }) => type)).toEqual([
      ...['IHDR', 'acTL', 'fcTL', 'IDAT', 'IDAT', 'fcTL', 'fdAT', 'fdAT', 'IEND'],
    ]);
    const [, count] = chunks;
    expect([count?.data.readUInt32BE(0), count?.data.readUInt32BE(4)]).toEqual([2, 0]);
    const numbered = chunks.filter(({ type }) => ['fcTL', 'fdAT'].includes(type));
    expect(numbered.map(({ data }) => data.readUInt32BE(0))).toEqual([0, 1, 2, 3]);
    const second = chunks.filter(({ type }) => type === 'fdAT').map(({ data }) => data.subarray(4));
    const asTaken = read(aPicture(200)).filter(({ type }) => type === 'IDAT');
    expect(second).toEqual(asTaken.map(({ data }) => data));
  });

  it('says of each frame its size and how long it stands', () => {
    const controls = read(movingPicture(frames)).filter(({ type }) => type === 'fcTL');
    const told = controls.map(({ data }) => ({
      size: [data.readUInt32BE(4), data.readUInt32BE(8)],
      seconds: data.readUInt16BE(20) / data.readUInt16BE(22),
    }));
    expect(told).toEqual([
      { size: [2, 1], seconds: 2.5 },
      { size: [2, 1], seconds: 0.04 },
    ]);
  });

  it('is not made of pictures of two sizes, of what is no picture, or of none', () => {
    const wide = { png: aPicture(1, 3), ms: 1 };
    expect(() => movingPicture([...frames, wide])).toThrow('frame 2 is of another kind');
    expect(() => movingPicture([{ png: Buffer.from('GIF89a'), ms: 1 }])).toThrow('not a PNG');
    expect(() => movingPicture([])).toThrow('there is no IHDR');
  });
});
