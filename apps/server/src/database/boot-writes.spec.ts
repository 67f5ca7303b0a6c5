import { KennyError } from '../kernel/index.js';
import { BootWrites } from './boot-writes.js';
import { troubleError, type DatabaseTrouble } from './database-trouble.js';
import type { Writer } from './writer.js';

/** Only what is asked of it: its trouble, and when that is over. */
class TroubledWriter {
  kind: DatabaseTrouble | undefined;
  private readonly listeners: (() => void)[] = [];

  health() {
    return { trouble: this.kind ? { kind: this.kind } : null };
  }

  onRecovered(listener: () => void): void {
    this.listeners.push(listener);
  }

  recover(): void {
    this.kind = undefined;
    for (const listener of this.listeners) listener();
  }
}

let writer: TroubledWriter;
let done: number;
let ended: Promise<void>;

beforeEach(() => {
  writer = new TroubledWriter();
  done = 0;
});

function writes(): BootWrites {
  let tell = () => {};
  ended = new Promise((resolve) => (tell = resolve));
  return new BootWrites('Old calls', writer as unknown as Writer, () => {
    if (writer.kind) return Promise.reject(troubleError(writer.kind));
    done += 1;
    tell();
    return Promise.resolve();
  });
}

describe('BootWrites', () => {
  it('are done at once where the database takes them', async () => {
    const boot = writes();
    await boot.run();
    expect(done).toBe(1);
    expect(() => boot.refuse()).not.toThrow();
  });

  it.each(['full', 'locked', 'read_only', 'io', 'away'] as const)(
    'wait for a database that takes nothing (%s), and refuse until then who builds on them',
    async (kind) => {
      writer.kind = kind;
      const boot = writes();
      await boot.run();
      expect(() => boot.refuse()).toThrow(KennyError);
      writer.recover();
      await ended;
      await Promise.resolve();
      expect(() => boot.refuse()).not.toThrow();
      expect(done).toBe(1);
    },
  );

  it('wait again when the trouble comes back, and are done once', async () => {
    writer.kind = 'full';
    const boot = writes();
    await boot.run();
    writer.recover();
    await ended;
    writer.recover();
    await Promise.resolve();
    expect(done).toBe(1);
  });

  it.each(['corrupt', 'not_a_database'] as const)('refuse the start: %s', async (kind) => {
    writer.kind = kind;
    await expect(writes().run()).rejects.toThrow(KennyError);
  });

  it('refuse the start for a fault that is not the database', async () => {
    const boot = new BootWrites('x', writer as unknown as Writer, () =>
      Promise.reject(new TypeError('of undefined')),
    );
    await expect(boot.run()).rejects.toThrow(TypeError);
  });
});
