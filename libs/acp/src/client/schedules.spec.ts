import fc from 'fast-check';
import { AgentEnd, SEED, V1, type Got } from '../../test/agent-end.js';
import type { PromptEnd } from '../index.js';

/** What the two ends may do, in any order. */
const act = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('prompt' as const, 'cancel' as const) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('answer' as const, 'accept' as const, 'refuse' as const),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'text' as const,
      'tool' as const,
      'ask' as const,
      'complete' as const,
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('noise' as const, 'error' as const, 'yield' as const) },
);

/** Plays the agent's side; what it gets is kept. */
class Agent {
  readonly end = new AgentEnd();
  readonly got: Got[] = [];
  private asks = 0;

  async collect(): Promise<void> {
    for (;;) this.got.push(await this.end.next());
  }

  get prompts(): Got[] {
    return this.got.filter(({ method }) => method === 'session/prompt');
  }

  act(what: string): void {
    const id = this.prompts.at(-1)?.id ?? 1_000;
    const update = (type: string, data: object) => this.end.notify({ type, data });
    const say: Record<string, () => void> = {
      answer: () => this.end.say({ jsonrpc: '2.0', id, result: { stopReason: 'end_turn' } }),
      accept: () => this.end.say({ jsonrpc: '2.0', id, result: { accepted: true } }),
      refuse: () => this.end.say({ jsonrpc: '2.0', id, error: { code: -32603, message: 'no' } }),
      text: () => this.end.text('word'),
      tool: () => this.end.update({ sessionUpdate: 'tool_call', toolCallId: 'c' }),
      complete: () => update('complete', { success: true }),
      error: () => update('error', { message: 'no' }),
      noise: () => this.end.raw('noise\n'),
      ask: () =>
        this.end.ask(`ask${(this.asks += 1)}`, 'session/request_permission', {
          ...{ sessionId: 's1', toolCall: { toolCallId: 'c' } },
          options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
        }),
    };
    say[what]?.();
  }
}

const rest = () => new Promise((resolve) => setImmediate(resolve));

it.each([
  ['v1', V1],
  ['seed', SEED],
])(
  'any schedule with an agent of %s: each prompt ends once, and nothing is left',
  async (_dialect, answer) => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        const agent = new Agent();
        const { heard, clock } = agent.end;
        const client = await agent.end.inSession(answer);
        void agent.collect();
        const ends: Promise<PromptEnd | string>[] = [];
        for (const what of acts) {
          if (what === 'prompt') {
            ends.push(client.prompt({ text: 'x' }).catch((error: Error) => error.message));
          } else if (what === 'cancel') client.cancel();
          else if (what === 'yield') heard.answer = { answer: 'allow' };
          else agent.act(what);
          await rest();
        }
        agent.end.die();
        await client.closed;
        const told = await Promise.all(ends);

        const turns = told.flatMap((end) => (typeof end === 'string' ? [] : [end]));
        const numbers = turns.map(({ turn }) => turn).filter((turn) => turn !== null);
        expect(numbers).toEqual([...Array(numbers.length).keys()].map((index) => index + 1));
        // One at a time, and only what began was sent.
        expect(agent.prompts.length).toBeLessThanOrEqual(numbers.length);
        // An event is of a turn that there was, and turns only go up, but for late calls.
        const seen = heard.all('text').map(({ turn }) => turn ?? 0);
        expect(Math.max(0, ...seen)).toBeLessThanOrEqual(numbers.length);
        // Each ask was answered at most once, and nobody waits for one any more.
        const answers = agent.got.filter(({ id }) => String(id).startsWith('ask'));
        expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
        expect(client.turn).toBeNull();
        expect(client.waitsForPermission).toBe(false);
        expect(heard.logged).toEqual([]);
        expect(clock.pending).toBe(0);
      }),
      { numRuns: 60 },
    );
  },
);
