import type { AcpUpdate } from '@kenny/contract';
import fc from 'fast-check';
import { mergedEvents, type NewTaskEvent } from './merge-events.js';

const event = (data: AcpUpdate, at = 0): NewTaskEvent => ({
  ...{ at, type: 'update', agent_instance_id: 'run', data },
});
const says = (text: string, kind = 'agent_message_chunk') =>
  event({ sessionUpdate: kind, content: { type: 'text', text } });
const tool = (toolCallId: string, more: object = {}) =>
  event({ sessionUpdate: 'tool_call_update', toolCallId, ...more });
const merged = (...events: NewTaskEvent[]) => mergedEvents(events, 1_000).map(({ data }) => data);

describe('what an agent says within one moment', () => {
  it('is one text', () => {
    expect(merged(says('Hel'), says('lo'))).toEqual([
      { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hello' } },
    ]);
  });

  it('keeps thoughts apart from words, and words apart that something else came between', () => {
    expect(merged(says('a'), says('b', 'agent_thought_chunk'), says('c'))).toHaveLength(3);
    expect(merged(says('a'), tool('t'), says('b'))).toHaveLength(3);
  });

  it('puts updates of a call together; the last word counts', () => {
    expect(
      merged(tool('t', { status: 'in_progress', title: 'ls' }), tool('t', { status: 'completed' })),
    ).toEqual([
      {
        ...{ sessionUpdate: 'tool_call_update', toolCallId: 't' },
        ...{ status: 'completed', title: 'ls' },
      },
    ]);
  });

  it('keeps only the last of plans', () => {
    const plan = (entries: unknown[]) => event({ sessionUpdate: 'plan', entries });
    expect(merged(plan([1]), plan([2]))).toEqual([{ sessionUpdate: 'plan', entries: [2] }]);
  });

  it('leaves everything else alone', () => {
    const log: NewTaskEvent = {
      ...{ at: 0, type: 'log', agent_instance_id: null, data: { level: 'info', message: 'x' } },
    };
    expect(mergedEvents([log, log], 10)).toEqual([log, log]);
  });

  it('loses no word and changes no order', () => {
    const piece = fc.record({ text: fc.string(), thought: fc.boolean(), call: fc.boolean() });
    fc.assert(
      fc.property(fc.array(piece), fc.integer({ min: 1, max: 20 }), (pieces, most) => {
        const events = pieces.flatMap(({ text, thought, call }) => [
          says(text, thought ? 'agent_thought_chunk' : 'agent_message_chunk'),
          ...(call ? [tool('t')] : []),
        ]);
        const all = (list: readonly NewTaskEvent[]) =>
          list
            .map(({ data }) => (data as AcpUpdate)['content'] as { text: string } | undefined)
            .map((content) => content?.text ?? '')
            .join('');
        expect(all(mergedEvents(events, most))).toBe(all(events));
      }),
    );
  });
});
