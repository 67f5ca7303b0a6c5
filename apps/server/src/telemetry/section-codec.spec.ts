import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { bodyIdOf, packBody, unpackBody } from './section-codec.js';

describe('a section body', () => {
  it('is the same after it was packed, whatever its length', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ maxLength: 5_000 }));
    await fc.assert(
      fc.asyncProperty(text, async (sent) => {
        const wellFormed = sent.toWellFormed();
        expect(await unpackBody(await packBody(wellFormed))).toBe(wellFormed);
      }),
    );
    for (const length of [512, 513, 2_048, 2_049, 100_000]) {
      const long = 'x'.repeat(length);
      expect(await unpackBody(await packBody(long))).toBe(long);
    }
  });

  it('is packed where that saves something, and kept as it is where it is tiny', async () => {
    const tiny = JSON.stringify({ status: 'ok', summary: 'as it was' });
    expect(Buffer.from(await packBody(tiny)).toString('utf8')).toContain('as it was');
    expect((await packBody('{"a":1}'.repeat(100))).length).toBeLessThan(50);
  });

  it('can be read as it was stored before there were tiny ones', async () => {
    for (const text of ['', '{}', '{"status":"ok"}', 'x'.repeat(3_000)]) {
      expect(await unpackBody(deflateRawSync(text))).toBe(text);
    }
  });

  it('has an id of its section and its text, as it always had', () => {
    const digest = createHash('sha256').update('disk').update('\0').update('{"ü":1}').digest();
    expect(bodyIdOf('disk', '{"ü":1}')).toBe(digest.subarray(0, 24).toString('base64url'));
    expect(bodyIdOf('memory', '{"ü":1}')).not.toBe(bodyIdOf('disk', '{"ü":1}'));
  });
});
