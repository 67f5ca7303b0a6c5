import type { Entry, EntryContent, ToolResult } from '@kenny/session';
import { requestFault, ServedAnswers } from '@kenny/testing';
import fc from 'fast-check';
import { ended } from '../../../test/brain-world.js';
import { BUDGETS } from '../limits.js';
import { conversationOf } from './conversation.js';
import { MODEL_TOOLS } from './tool-definitions.js';
import type { RawAnswer } from './raw-answer.js';
import { ToldResults } from './told-results.js';

type Block = Record<string, unknown>;

const text = fc.constantFrom('hello', ' ', '', 'a\u202eb', '"]}', 'über');
const thought = fc.record({
  type: fc.constant('thinking'),
  thinking: text,
  signature: fc.constantFrom('c2ln', 'c2ln', ''),
});
const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  thought,
  fc.record({ type: fc.constant('redacted_thinking'), data: fc.constant('b3BhcXVl') }),
  fc.record({
    type: fc.constant('tool_use'),
    name: fc.constantFrom('fs_read', 'screen_capture', 'no_such_tool'),
    input: fc.constantFrom<unknown>({}, { path: '/x' }, null, 'text', [1]),
  }),
);
const result = fc.constantFrom<unknown>(
  { content: 'x' },
  { image_b64: 'iVBORw0KGgo=', format: 'png' },
  null,
  'text',
  [],
);
const step = fc.oneof(
  fc.record({ say: text }),
  fc.record({
    blocks: fc.array(block, { maxLength: 4 }),
    stop: fc.constantFrom('end_turn', 'tool_use', 'max_tokens', 'refusal'),
    /** How many of its calls are answered; the rest got lost. */
    answered: fc.nat({ max: 3 }),
    result,
    failed: fc.boolean(),
    newTurn: fc.boolean(),
  }),
);

/** A conversation as a store might hold it after anything that can go wrong. */
function entriesOf(steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]) {
  const entries: Entry[] = [];
  const served = new ServedAnswers();
  let turn = 1;
  const add = (content: EntryContent): void => {
    const number = entries.length + 1;
    entries.push({
      id: `e${number}`,
      session_id: 's',
      turn_id: `t${turn}`,
      number,
      at: 0,
      content,
    });
  };
  add({ role: 'user', text: 'begin' });
  for (const [index, one] of steps.entries()) {
    if ('say' in one) {
      if (one.say.trim() !== '') add({ role: 'user', text: one.say });
      continue;
    }
    const content = one.blocks.map((each, at) =>
      each['type'] === 'tool_use' ? { ...each, id: `toolu_${index}_${at}` } : each,
    );
    served.add({ content, stopReason: one.stop });
    const answer = { type: 'message', role: 'assistant', model: 'm', stop_reason: one.stop };
    const raw = { ...answer, content } as unknown as RawAnswer;
    add({ role: 'assistant', raw, text: '', calls: [] });
    add({ role: 'tools', results: resultsOf(content, one) });
    if (one.newTurn) turn += 1;
  }
  add({ role: 'user', text: 'end' });
  return { entries, served };
}

function resultsOf(
  content: readonly Block[],
  one: { answered: number; result: unknown; failed: boolean },
): ToolResult[] {
  const outcome = one.failed ? { status: 'denied' as const } : { result: one.result };
  return content
    .filter(({ type }) => type === 'tool_use')
    .slice(0, one.answered)
    .map(({ id, name }) => ended(String(id), String(name), outcome));
}

const of = (entries: readonly Entry[]) => ({ entries, pictures: () => Promise.resolve(new Map()) });

describe('a conversation', () => {
  it('is one that the API takes, whatever has happened in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { entries, served } = entriesOf(steps);
        for (const budget of BUDGETS) {
          const { messages } = await conversationOf(of(entries), budget, new ToldResults());
          const request = { model: 'm', max_tokens: 1, tools: MODEL_TOOLS, messages };
          const sent = JSON.parse(JSON.stringify(request)) as unknown;
          expect(requestFault(sent, served)).toBeUndefined();
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is told the same way from what was kept as for the first time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const { entries } = entriesOf(steps);
        const told = new ToldResults();
        const first = JSON.stringify(await conversationOf(of(entries), BUDGETS[0], told));
        expect(JSON.stringify(await conversationOf(of(entries), BUDGETS[0], told))).toBe(first);
      }),
    );
  });

  it('lets others have their turn while many results are told', async () => {
    const results = Array.from({ length: 40 }, (_, index) =>
      ended(`toolu_${index}`, 'fs_read', { result: { content: 'ü'.repeat(100_000) } }),
    );
    const entry: Entry = {
      ...{ id: 'e1', session_id: 's', turn_id: 't', number: 1, at: 0 },
      content: { role: 'tools', results },
    };
    let turns = 0;
    const others = setInterval(() => (turns += 1), 0);
    await conversationOf(of([entry]), BUDGETS[0], new ToldResults());
    clearInterval(others);
    expect(turns).toBeGreaterThan(5);
  });
});
