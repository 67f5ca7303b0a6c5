import { FakeClock, FakeTailscale } from '@kenny/testing';
import { tempDirs } from '../../test/temp-dir.js';
import { MOST_CHARACTERS } from '../kernel/index.js';
import { TailscaleProgram, TAILSCALE_MS } from './tailscale-program.js';

const newDir = tempDirs();
let fake: FakeTailscale;
let clock: FakeClock;
let program: TailscaleProgram;

beforeEach(() => {
  fake = new FakeTailscale(newDir());
  clock = new FakeClock();
  program = new TailscaleProgram({ path: [fake.folder], home: fake.folder }, clock);
});

describe('the program tailscale', () => {
  it('may be missing', async () => {
    expect(await program.run(['status'], 1_000)).toMatchObject({ missing: true, code: null });
  });

  it('is asked, and what it says is kept apart', async () => {
    fake.says({ status: { stdout: 'so', stderr: 'or so', code: 3 } });
    expect(await program.run(['status'], 1_000)).toEqual({
      ...{ stdout: 'so', stderr: 'or so', code: 3, missing: false },
    });
    expect(fake.asked()).toEqual(['status']);
  });

  it('is ended when it takes too long', async () => {
    fake.says({ status: { stdout: 'wait', hangs: true } });
    const seen: string[] = [];
    const running = program.run(['status'], TAILSCALE_MS.reading, (text) => {
      seen.push(text);
      clock.advance(TAILSCALE_MS.reading);
      return false;
    });
    expect(await running).toMatchObject({ code: null, stdout: 'wait', missing: false });
    expect(seen).toEqual(['wait']);
  });

  it('is ended when it has said enough', async () => {
    fake.says({ status: { stdout: 'open this', hangs: true } });
    const said = await program.run(['status'], 1_000, (text) => text.includes('open'));
    expect(said).toMatchObject({ code: null, stdout: 'open this' });
  });

  it('is ended when it says too much', async () => {
    fake.says({ status: { stdout: 'x'.repeat(2 * MOST_CHARACTERS), hangs: true } });
    const { stdout, code } = await program.run(['status'], 1_000);
    expect([stdout.length, code]).toEqual([MOST_CHARACTERS, null]);
  });
});
