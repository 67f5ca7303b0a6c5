import { CHAT_PICTURE_TYPES, CHAT_PICTURES } from '@kenny/contract';
import fc from 'fast-check';
import { sidesOf } from './picture-sides.js';
import { saidPictures } from './said-pictures.js';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  );
/** The heads of files as their formats have them: 300 × 200 pixels. */
const HEADS = {
  'image/png': bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 1, 44, 0, 0, 0, 200]),
  'image/gif': bytes('GIF89a', [44, 1, 200, 0]),
  'image/jpeg': bytes(
    [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc4, 0, 2],
    [0xff, 0xc2, 0, 17, 8, 0, 200, 1, 44, 3],
  ),
  'image/webp': bytes(
    'RIFF',
    [0, 0, 0, 0],
    'WEBPVP8X',
    [10, 0, 0, 0, 0, 0, 0, 0],
    [43, 1, 0, 199, 0, 0],
  ),
} as const;
const LOSSY = bytes(
  'RIFF',
  [0, 0, 0, 0],
  'WEBPVP8 ',
  Array<number>(7).fill(0),
  [0x9d, 1, 0x2a],
  [44, 1, 200, 0],
);
const LOSSLESS = bytes(
  'RIFF',
  [0, 0, 0, 0],
  'WEBPVP8L',
  [0, 0, 0, 0, 0x2f, 0x2b, 0xc1, 0x31, 0],
  Array<number>(9).fill(0),
);

const image = (mime_type: string, data: Buffer | string, name?: string) => ({
  ...{ mime_type, name },
  data: typeof data === 'string' ? data : data.toString('base64'),
});
const refusal = (...images: ReturnType<typeof image>[]) =>
  saidPictures(images).then(
    () => 'taken',
    (error: Error) => error.message,
  );

describe('pictures of a message', () => {
  it.each(CHAT_PICTURE_TYPES)(
    'of the type %s are taken with what their head says',
    async (type) => {
      const data = HEADS[type];
      expect(await saidPictures([image(type.toUpperCase(), data, 'a\u202eb\n')])).toEqual([
        {
          mime_type: type,
          data: data.toString('base64'),
          bytes: data.length,
          sides: [300, 200],
          name: 'a b',
        },
      ]);
    },
  );

  it('may be of any kind of WebP', () => {
    expect(sidesOf('image/webp', LOSSY)).toEqual([300, 200]);
    expect(sidesOf('image/webp', LOSSLESS)).toEqual([300, 200]);
  });

  it('are refused when they are something else than they claim', async () => {
    expect(await refusal(image('image/png', HEADS['image/gif']))).toContain(
      'not a picture of the type',
    );
    expect(await refusal(image('image/svg+xml', HEADS['image/png']))).toContain(
      'the type must be one of',
    );
    const good = image('image/gif', HEADS['image/gif']);
    expect(await refusal(good, image('image/gif', 'R0lGODlh\n'))).toContain(
      'image 2: the data must be strict',
    );
    for (const data of ['', `data:image/gif;base64,${good.data}`, good.data.slice(0, -1)]) {
      expect(await refusal(image('image/gif', data))).toContain('strict base64');
    }
  });

  it('are refused when they are too large or too many', async () => {
    const large = Buffer.alloc(CHAT_PICTURES.bytes + 1);
    HEADS['image/png'].copy(large);
    expect(await refusal(image('image/png', large))).toContain('10 MiB');
    const good = image('image/gif', HEADS['image/gif']);
    const many = Array<typeof good>(CHAT_PICTURES.most + 1).fill(good);
    expect(await refusal(...many)).toContain('at most 8');
  });

  it('are read whatever their bytes are', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CHAT_PICTURE_TYPES),
        fc.uint8Array({ maxLength: 64 }),
        fc.nat(40),
        (type, noise, at) => {
          const head = HEADS[type];
          const broken = Buffer.concat([head.subarray(0, at), noise]);
          const sides = sidesOf(type, broken);
          expect(sides === undefined || sides.every((side) => side > 0)).toBe(true);
        },
      ),
    );
  });
});
