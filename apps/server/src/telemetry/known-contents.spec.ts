import { KnownContents, type KnownContent } from './known-contents.js';

const content = (): KnownContent => ({
  ...{ verdict: undefined, holdsFacts: true, points: '', system: undefined, storedAt: undefined },
});

describe('known contents', () => {
  it('keep what is asked for again and again, however much else comes', () => {
    const known = new KnownContents(10);
    const steady = content();
    known.set('steady', steady);
    for (let i = 0; i < 1_000; i += 1) {
      known.set(`once-${i}`, content());
      if (i % 9 === 0) expect(known.get('steady')).toBe(steady);
    }
  });

  it('forget what came once', () => {
    const known = new KnownContents(10);
    known.set('first', content());
    for (let i = 0; i < 20; i += 1) known.set(`later-${i}`, content());
    expect(known.get('first')).toBeUndefined();
    const kept = Array.from({ length: 20 }, (_, i) => known.get(`later-${i}`)).filter(Boolean);
    expect(kept.length).toBeGreaterThanOrEqual(10);
  });
});
