import { FakeClock } from '@kenny/testing';
import fc from 'fast-check';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordingLog } from '../../test/recording-log.js';
import { encodeRecord } from './journal-record.js';
import { answerOf } from './answers.js';
import { Journal } from './journal.js';

type Step =
  | { kind: 'begin'; id: string; call: string; approval: string | undefined }
  | { kind: 'finish' }
  | { kind: 'kill'; torn: number };

/** What must be known of an id. */
interface Known {
  call: string;
  state: 'running' | 'interrupted' | 'finished';
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('begin' as const),
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    call: fc.constantFrom('x', 'y'),
    approval: fc.constantFrom('p', 'q', 'r', undefined),
  }),
  fc.record({ kind: fc.constant('finish' as const) }),
  fc.record({ kind: fc.constant('kill' as const), torn: fc.nat({ max: 60 }) }),
);

class Life {
  private readonly known = new Map<string, Known>();
  /** Which call used it. */
  private readonly used = new Map<string, string>();
  private journal: Journal | undefined;

  constructor(private readonly file: string) {}

  async open(): Promise<void> {
    const { log } = recordingLog();
    // Small limits, so that it is compacted all the time.
    const limits = { slackBytes: 0, answerBytes: 400 };
    this.journal = await Journal.open({ file: this.file, clock: new FakeClock(), log, limits });
  }

  async take(next: Step): Promise<void> {
    if (next.kind === 'begin') await this.begin(next.id, next.call, next.approval);
    else if (next.kind === 'finish') await this.finishOne();
    else await this.kill(next.torn);
  }

  async checkAll(): Promise<void> {
    for (const [id, { call, state }] of this.known) {
      expect((await this.journal?.begin(id, call))?.kind).toBe(state);
    }
    for (const [approval, by] of this.used) {
      const use = { call_id: by, state: this.known.get(by)?.state };
      const verdict = await this.journal?.begin(`after ${approval}`, 'x', approval);
      expect(verdict).toMatchObject({ kind: 'approval_used', use });
    }
  }

  async close(): Promise<void> {
    await this.journal?.close();
  }

  private async begin(id: string, call: string, approval: string | undefined): Promise<void> {
    const known = this.known.get(id);
    const verdict = await this.journal?.begin(id, call, approval);
    if (known) {
      expect(verdict?.kind).toBe(known.call === call ? known.state : 'other_call');
    } else if (approval !== undefined && this.used.has(approval)) {
      expect(verdict).toMatchObject({
        kind: 'approval_used',
        use: { call_id: this.used.get(approval) },
      });
      await this.journal?.keepRefusal(id, call, answerOf({ type: 'response', id, ok: false }));
      this.known.set(id, { call, state: 'finished' });
    } else {
      expect(verdict?.kind).toBe('new');
      this.known.set(id, { call, state: 'running' });
      if (approval !== undefined) this.used.set(approval, id);
    }
  }

  private async finishOne(): Promise<void> {
    const [id, known] = [...this.known].find(([, { state }]) => state === 'running') ?? [];
    if (id === undefined || !known) return;
    await this.journal?.finish(id, answerOf({ type: 'response', id, ok: true, result: { id } }));
    known.state = 'finished';
  }

  /** The process ends anywhere; the last line it was writing may be there in part. */
  private async kill(torn: number): Promise<void> {
    await this.journal?.close();
    const line = encodeRecord({ kind: 'start', id: 'torn', at: 0, call: 'x', approval: 'torn' });
    await appendFile(this.file, line.subarray(0, Math.min(torn, line.length - 1)));
    for (const known of this.known.values()) {
      if (known.state === 'running') known.state = 'interrupted';
    }
    await this.open();
  }
}

describe('a journal through any life', () => {
  it('never lets an id or an approval run twice, and always knows what became of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const folder = await mkdtemp(join(tmpdir(), 'kenny-journal-'));
        const life = new Life(join(folder, 'agent.journal'));
        try {
          await life.open();
          for (const next of steps) await life.take(next);
          await life.checkAll();
        } finally {
          await life.close();
          await rm(folder, { recursive: true });
        }
      }),
      { numRuns: 60 },
    );
  });
});
