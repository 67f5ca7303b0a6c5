import type { Os } from '@kenny/contract/agent';
import fc from 'fast-check';
import { LEFT_OVER, swapSteps, type SwapFile, type SwapStep } from './swap-steps.js';
import { atStart, begun, confirmed, givenUp, whyNot, type UpdateRecord } from './update-record.js';

/** A PC with the rules of its files, that can lose its power between any two moments. */
class ModelPc {
  /** Content by name: a version, or half of one. */
  readonly files = new Map<SwapFile, string>([['program', '1']]);
  record: UpdateRecord | undefined;
  pointsAt: SwapFile = 'program';
  /** The process: its version, and the name that its file has now. */
  running: { version: string; file: SwapFile | 'deleted' } | undefined;
  news: string[] = [];
  /** So many moments until the power goes; none when undefined. */
  private fuse: number | undefined;

  constructor(private readonly os: Os) {
    this.boot();
  }

  crashAfter(moments: number): void {
    this.fuse = moments;
  }

  /** Whatever the service manager starts is there and whole. */
  get startable(): string {
    const content = this.files.get(this.pointsAt);
    if (content === undefined || content.startsWith('half')) {
      throw new Error(`${this.pointsAt} is ${content ?? 'gone'}`);
    }
    return content;
  }

  /** Starts, and again as long as the process asks for that. */
  boot(): void {
    for (let starts = 0; starts < 5; starts += 1) {
      const version = this.startable;
      this.running = { version, file: this.pointsAt };
      if (!this.start(version)) return;
    }
    throw new Error('it starts again and again');
  }

  /** @returns whether it has to be started again */
  private start(version: string): boolean {
    const from = this.pointsAt === 'kept' ? 'kept' : 'program';
    const { record, action, news } = atStart(this.record, version, from);
    return this.surviving(() => {
      this.save(record);
      if (news !== undefined) this.news.push(news);
      const { back, mend } = swapSteps(this.os);
      if (action === 'go_back') this.take(back);
      if (action === 'mend') this.take(mend);
      if (action === 'run') this.tidy();
      return action === 'go_back' || action === 'mend';
    });
  }

  update(to: string): void {
    const running = this.running?.version ?? '';
    const record = this.record ?? { highest: running };
    if (whyNot(record, running, to) !== undefined) return;
    const again = this.surviving(() => {
      this.files.set('fresh', `half ${to}`);
      this.moment();
      this.files.set('fresh', to);
      this.save(begun(record, running, to));
      this.take(swapSteps(this.os).forward);
      return true;
    });
    if (again) this.boot();
  }

  reachServer(): void {
    const { record } = this;
    if (record?.pending?.to !== this.running?.version || !record) return;
    this.surviving(() => {
      this.save(confirmed(record));
      this.tidy();
      return false;
    });
  }

  loseServer(): void {
    const { record } = this;
    if (record?.pending?.to !== this.running?.version || !record) return;
    const again = this.surviving(() => {
      this.save(givenUp(record, 'it was alone'));
      this.take(swapSteps(this.os).back);
      return true;
    });
    if (again) this.boot();
  }

  private surviving(act: () => boolean): boolean {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof PowerCut)) throw error;
      this.fuse = undefined;
      return true;
    }
  }

  private moment(): void {
    // At every moment, not only when the power goes; some hundred thousand, so without `expect`.
    if (this.startable === '') throw new Error('nothing can be started');
    if (this.fuse === undefined) return;
    this.fuse -= 1;
    if (this.fuse <= 0) throw new PowerCut();
  }

  private save(record: UpdateRecord): void {
    this.moment();
    this.record = record;
    this.moment();
  }

  private take(steps: readonly SwapStep[]): void {
    for (const step of steps) {
      this.moment();
      if (step.do === 'point') this.pointsAt = step.at;
      if (step.do === 'move') this.move(step.from, step.to);
      if (step.do === 'keep') this.keep(step.from, step.to);
    }
    this.moment();
  }

  private move(from: SwapFile, to: SwapFile): void {
    const content = this.files.get(from);
    if (content === undefined) throw new Error(`${from} is not there`);
    this.vacate(to);
    this.files.delete(from);
    this.files.set(to, content);
    if (this.running?.file === from) this.running.file = to;
  }

  private keep(from: SwapFile, to: SwapFile): void {
    const content = this.files.get(from);
    if (content === undefined) throw new Error(`${from} is not there`);
    this.vacate(to);
    this.files.delete(to);
    this.moment();
    if (this.os === 'windows') {
      this.files.set(to, `half ${content}`);
      this.moment();
    }
    this.files.set(to, content);
  }

  private tidy(): void {
    for (const name of LEFT_OVER) {
      this.moment();
      if (this.os !== 'windows' || this.running?.file !== name) this.files.delete(name);
    }
  }

  /** Windows neither removes nor replaces a program that runs. */
  private vacate(name: SwapFile): void {
    if (this.running?.file !== name) return;
    if (this.os === 'windows') throw new Error(`EPERM: ${name} runs`);
    this.running.file = 'deleted';
  }
}

class PowerCut extends Error {}

type Event =
  | { kind: 'update'; to: number }
  | { kind: 'reach' | 'lose' | 'reboot' }
  | { kind: 'fuse'; moments: number };

const anEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constant('update' as const), to: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constantFrom('reach' as const, 'lose' as const, 'reboot' as const) }),
  fc.record({ kind: fc.constant('fuse' as const), moments: fc.integer({ min: 1, max: 16 }) }),
);

function happen(pc: ModelPc, event: Event): void {
  if (event.kind === 'update') pc.update(String(event.to));
  if (event.kind === 'reach') pc.reachServer();
  if (event.kind === 'lose') pc.loseServer();
  if (event.kind === 'reboot') pc.boot();
  if (event.kind === 'fuse') pc.crashAfter(event.moments);
}

describe.each(['linux', 'windows'] as const)('the files of an update on %s', (os) => {
  it('leave a whole program to start at every moment, whatever happens in whatever order', () => {
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 30 }), (events) => {
        const pc = new ModelPc(os);
        for (const event of events) {
          happen(pc, event);
          const { startable, running } = pc;
          if (startable !== running?.version) expect(startable).toBe(running?.version);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('come to rest: the program in its place, and nothing of the update left', () => {
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 20 }), fc.boolean(), (events, reaches) => {
        const pc = new ModelPc(os);
        for (const event of events) happen(pc, event);
        pc.crashAfter(Infinity);
        for (let i = 0; i < 4; i += 1) {
          if (reaches) pc.reachServer();
          pc.boot();
        }
        expect(pc.record?.pending).toBeUndefined();
        expect([pc.pointsAt, [...pc.files.keys()]]).toEqual(['program', ['program']]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('bring the old version back when the new one is lost, and never take that one again', () => {
    const pc = new ModelPc(os);
    pc.update('2');
    expect(pc.running?.version).toBe('2');
    pc.loseServer();
    expect(pc.running?.version).toBe('1');
    expect(pc.news).toEqual(['the update to 2 was rolled back: it was alone']);
    pc.update('2');
    expect(pc.running?.version).toBe('1');
    pc.update('3');
    pc.reachServer();
    pc.boot();
    expect([pc.running?.version, pc.record]).toEqual([
      '3',
      { highest: '3', done: { from: '1', to: '3' } },
    ]);
  });

  it('bring it back as well when the new one ends at every start', () => {
    const pc = new ModelPc(os);
    pc.update('2');
    pc.boot();
    pc.boot();
    expect(pc.running?.version).toBe('1');
  });
});
