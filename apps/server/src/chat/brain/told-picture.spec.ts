import type { PictureRef } from '@kenny/session';
import { BrainWorld } from '../../../test/brain-world.js';
import { BUDGETS, MODEL_LIMITS } from '../limits.js';

const GIF = 'R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
let world: BrainWorld;
beforeEach(async () => {
  world = await BrainWorld.start();
});
afterEach(() => world.stop());

function aPicture(id: string, more: Partial<PictureRef> = {}): PictureRef {
  world.pictures.set(id, GIF);
  return { id, mime_type: 'image/gif', bytes: 22, sides: [10, 10], name: 'a "hall".jpg', ...more };
}
const toldNow = async () => {
  world.api.answers({ text: 'ok' });
  await world.think();
  return world.messages.flatMap(({ content }) => content);
};

describe('a picture of the operator', () => {
  it('is told whole, before the words that came with it', async () => {
    world.says('what is this?', [aPicture('p1')]);
    expect(await toldNow()).toMatchObject([
      { type: 'image', source: { type: 'base64', media_type: 'image/gif', data: GIF } },
      { type: 'text', text: 'what is this?' },
    ]);
  });

  it('may come without words', async () => {
    world.says('', [aPicture('p1')]);
    expect((await toldNow()).map(({ type }) => type)).toEqual(['image']);
  });

  it.each([
    ['wide', { sides: [MODEL_LIMITS.pictureSide + 1, 5] as const }],
    ['heavy', { bytes: MODEL_LIMITS.pictureChars }],
  ])('that is too %s for the API is a mark', async (_, more) => {
    world.says('look', [aPicture('p1', more)]);
    const [mark] = await toldNow();
    expect(mark?.['text']).toContain('the picture "a \\"hall\\".jpg" is too large for the model');
    expect(world.fetched).toEqual([]);
  });

  it('gives way to newer ones, and is not read any more', async () => {
    for (let i = 0; i <= BUDGETS[0].pictures; i += 1) world.says(`${i}`, [aPicture(`p${i}`)]);
    const told = await toldNow();
    expect(told[0]?.['text']).toMatch(/is too long ago; ask for it again/);
    expect(told.filter(({ type }) => type === 'image')).toHaveLength(world.fetched.length);
    expect(world.fetched).not.toContain('p0');
    expect(world.fetched).toContain(`p${BUDGETS[0].pictures}`);
  });

  it('that was erased is a mark', async () => {
    world.says('look', [aPicture('p1')]);
    world.pictures.clear();
    expect((await toldNow())[0]?.['text']).toContain('not known any more');
  });
});
