import { encodeFrame, PiecedText, type FrameOf } from '@kenny/contract/agent';
import { FakeClock } from '@kenny/testing';
import { answerOf } from '../dispatch/answers.js';
import { AnswerPump } from './answer-pump.js';

type Part = FrameOf<'response_part'>;
type Sent = Part | FrameOf<'response'>;

const answer = (id: string, bytes: number): FrameOf<'response'> => ({
  ...{ type: 'response', id, ok: true },
  result: { blob: 'x'.repeat(bytes) },
});

/** A pump whose frames a test looks at and acknowledges. */
function aPump({ inParts = true, secrets = [] as string[] } = {}) {
  const clock = new FakeClock();
  const sent: Sent[] = [];
  const pump = new AnswerPump(clock);
  const masked = (text: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  pump.attach({ masked, sendText: (text) => sent.push(JSON.parse(masked(text)) as Sent) }, inParts);
  let taken = 0;
  const parts = () => sent.filter((frame): frame is Part => frame.type === 'response_part');
  return {
    ...{ clock, pump, sent, parts },
    /** Acknowledges the next part that was sent; false when there is none. */
    acknowledge(): boolean {
      const part = parts()[taken];
      if (!part) return false;
      taken += 1;
      pump.acknowledged(part.id, part.from + part.text.length);
      return true;
    },
  };
}

/** Bytes that are on their way in parts at the most. */
const bytesOf = (parts: Part[]) => parts.reduce((sum, { text }) => sum + text.length, 0);

describe('answers on their way to the server', () => {
  it('go whole when they are small, or when the server knows no parts', () => {
    const { pump, sent } = aPump();
    pump.send(answerOf(answer('a', 10_000)));
    expect(sent).toEqual([answer('a', 10_000)]);
    const old = aPump({ inParts: false });
    old.pump.send(answerOf(answer('a', 1_000_000)));
    expect(old.sent).toEqual([answer('a', 1_000_000)]);
  });

  it('go in parts that are the whole answer together', () => {
    const { pump, parts, acknowledge } = aPump();
    pump.send(answerOf(answer('a', 300_000)));
    const text = encodeFrame(answer('a', 300_000));
    while (acknowledge());
    const together = new PiecedText(text.length);
    for (const part of parts()) expect(together.add(part)).toBeUndefined();
    expect(together.whole).toBe(text);
  });

  it('wait for acknowledgements: at first 4 KiB are on their way', () => {
    const { pump, parts } = aPump();
    pump.send(answerOf(answer('a', 300_000)));
    expect(bytesOf(parts())).toBe(4 * 1024);
  });

  it('take turns, and a small one waits for none of them', () => {
    const { pump, parts, sent, acknowledge } = aPump();
    pump.send(answerOf(answer('a', 100_000)));
    pump.send(answerOf(answer('b', 100_000)));
    for (let turn = 0; turn < 10; turn += 1) acknowledge();
    const ids = parts().map(({ id }) => id);
    expect(ids.slice(2, 8)).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
    pump.send(answerOf(answer('c', 10)));
    expect(sent.at(-1)).toEqual(answer('c', 10));
  });

  it('fill a fast line and do not pile up on a slow one', () => {
    const fast = aPump();
    fast.pump.send(answerOf(answer('a', 5_000_000)));
    for (let turn = 0; turn < 20; turn += 1) {
      fast.clock.advance(1);
      fast.acknowledge();
    }
    expect(Math.max(...fast.parts().map(({ text }) => text.length))).toBe(31 * 1024);
    const slow = aPump();
    slow.pump.send(answerOf(answer('a', 5_000_000)));
    // Over a quarter of an hour.
    for (let turn = 0; turn < 1_000; turn += 1) {
      const part = slow.parts()[turn];
      slow.clock.advance(((part?.text.length ?? 0) / 4_000) * 1_000);
      slow.acknowledge();
      expect(bytesOf(slow.parts().slice(turn + 1))).toBeLessThanOrEqual(8 * 1024);
    }
  });

  it('go on with the others when the server does not want one any more', () => {
    const { pump, parts, acknowledge } = aPump();
    pump.send(answerOf(answer('a', 100_000)));
    pump.send(answerOf(answer('b', 100_000)));
    pump.cancel('a');
    const before = parts().length;
    while (acknowledge());
    expect(
      new Set(
        parts()
          .slice(before)
          .map(({ id }) => id),
      ),
    ).toEqual(new Set(['b']));
    expect(parts().at(-1)).toMatchObject({ id: 'b' });
  });

  it('hide a secret before they are cut', () => {
    const secret = 'f1rst-enrolment';
    const { pump, parts, acknowledge } = aPump({ secrets: [secret] });
    const result = { blob: `${secret} `.repeat(5_000) };
    pump.send(answerOf({ type: 'response', id: 'a', ok: true, result }));
    while (acknowledge());
    const text = parts()
      .map((part) => part.text)
      .join('');
    expect(text).toContain('*** ***');
    expect(text).not.toContain('f1r');
  });

  it('wait until the server has taken us in, and are given up with the connection', () => {
    const { pump, sent } = aPump();
    pump.detach();
    pump.send(answerOf(answer('a', 10)));
    expect(sent).toEqual([]);
    const sendText = (text: string) => sent.push(JSON.parse(text) as Sent);
    pump.attach({ masked: (text) => text, sendText }, true);
    expect(sent).toEqual([answer('a', 10)]);
  });
});
