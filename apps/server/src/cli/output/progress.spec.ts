import { FakeClock } from '@kenny/testing';
import { CapturedOutput } from '../../../test/cli-world.js';
import { withProgress } from './progress.js';

function atWork(isTTY: boolean, label = 'fs_search on pc1') {
  const err = Object.assign(new CapturedOutput(), { isTTY, columns: 40 });
  const clock = new FakeClock();
  let finish: (value: string) => void = () => undefined;
  const work = new Promise<string>((resolve) => (finish = resolve));
  return { err, clock, finish, result: withProgress({ err, clock }, label, () => work) };
}

describe('withProgress', () => {
  it('says what is done and since when, and leaves nothing behind', async () => {
    const { err, clock, finish, result } = atWork(true);
    clock.advance(999);
    expect(err.text).toBe('');
    clock.advance(61_001);
    expect(err.text).toContain('\r\u001b[2Kfs_search on pc1 … 1 min 2 s');
    finish('found');
    expect(await result).toBe('found');
    expect(err.text.endsWith('\r\u001b[2K')).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });

  it('says nothing where no person sits, and nothing of what is quickly done', async () => {
    const script = atWork(false);
    script.clock.advance(60_000);
    script.finish('x');
    await script.result;
    const quick = atWork(true);
    quick.finish('x');
    await quick.result;
    expect([script.err.text, quick.err.text]).toEqual(['', '']);
  });

  it('shows a name as text, on one line', () => {
    const { err, clock } = atWork(true, `x\u001b[2J\n${'y'.repeat(100)}`);
    clock.advance(1_000);
    const [, line = ''] = err.text.split('\r\u001b[2K');
    expect(line).toContain('⟨U+001B⟩[2J⟨U+000A⟩');
    expect(line.length).toBeLessThan(40);
  });
});
