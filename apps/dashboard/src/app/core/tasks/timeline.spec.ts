import { TASK_PROMPTS, type TaskEventView } from '@kenny/contract/web';
import { newsOf, NO_TIMELINE, withNews, type Timeline } from './timeline';

const AT = '2026-11-24T10:00:00.000Z';

/** A log of these events, numbered from 1. */
function log(...events: [TaskEventView['type'], Record<string, unknown>][]): TaskEventView[] {
  return events.map(([type, data], index) => ({
    ...{ task_id: 't1', seq: index + 1, type, data, timestamp: AT, agent_instance_id: null },
  }));
}

const update = (
  data: Record<string, unknown>,
): [TaskEventView['type'], Record<string, unknown>] => ['update', data];
const chunk = (kind: string, text: string) =>
  update({ sessionUpdate: `agent_${kind}_chunk`, content: { type: 'text', text } });

const prompt = (number: number, text: string) => ({
  ...{ number, text, prompt_id: `p${number}`, operator_id: 'anna' },
});

const read = (...events: Parameters<typeof log>): Timeline =>
  withNews(NO_TIMELINE, newsOf(log(...events)));

describe('the timeline of a task', () => {
  it('joins the pieces of one text, and begins anew after something else', () => {
    const { items } = read(
      chunk('thought', 'hm'),
      chunk('message', 'The disk '),
      chunk('message', 'is full.'),
      update({ sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'disk usage' }),
      chunk('message', 'Done.'),
    );
    expect(items.map((item) => ('text' in item ? item.text : item.title))).toEqual([
      ...['hm', 'The disk is full.', 'disk usage', 'Done.'],
    ]);
  });

  it('keeps what is known of a tool call when an update says less', () => {
    const { items } = read(
      update({
        ...{ sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'Edit a.txt', kind: 'edit' },
        content: [{ type: 'diff', path: '/w/a.txt', oldText: 'a\nb\n', newText: 'a\nc\n' }],
      }),
      update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed' }),
    );
    expect(items).toEqual([
      expect.objectContaining({
        ...{ kind: 'tool', title: 'Edit a.txt', toolKind: 'edit', status: 'completed' },
        parts: [
          {
            ...{ kind: 'diff', path: '/w/a.txt' },
            lines: [
              { sign: ' ', text: 'a' },
              { sign: '-', text: 'b' },
              { sign: '+', text: 'c' },
            ],
          },
        ],
      }),
    ]);
  });

  it.each([
    ['has ended', 'completed', []],
    ['was left in the turn before', 'in_progress', [['prompt', prompt(2, 'go on')]]],
  ] as const)('leaves a call as it was when its ID is used anew after it %s', (_, status, said) => {
    const call = (title: string) =>
      update({ sessionUpdate: 'tool_call', toolCallId: 'c1', title, status: 'in_progress' });
    const { items } = read(
      call('Show health'),
      update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status }),
      ...said.map(([type, data]): Parameters<typeof log>[0] => [type, data]),
      call('List PCs'),
      update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'failed' }),
    );
    const calls = items.filter((item) => item.kind === 'tool');
    expect(calls.map((item) => [item.title, item.status])).toEqual([
      ['Show health', status],
      ['List PCs', 'failed'],
    ]);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(2);
  });

  it('shows the newest plan, what it is doing, and what it has cost', () => {
    const timeline = read(
      update({
        sessionUpdate: 'plan',
        entries: [
          { content: 'look', status: 'completed' },
          { content: 'clean', status: 'in_progress' },
        ],
      }),
      update({
        sessionUpdate: 'usage_update',
        used: 5,
        size: 10,
        cost: { amount: 1, currency: 'USD' },
      }),
    );
    expect(timeline).toMatchObject({
      plan: [
        { content: 'look', status: 'completed' },
        { content: 'clean', status: 'in_progress' },
      ],
      ...{
        doing: 'clean',
        progress: 50,
        usage: { used: 5, size: 10, cost: { amount: 1, currency: 'USD' } },
        seq: 2,
      },
    });
  });

  it('has prompts of people, lines of the agent, and how a turn ended', () => {
    const { items, doing } = read(
      ['prompt', prompt(1, 'why?')],
      ['log', { level: 'warn', message: 'no network' }],
      update({ sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'look' }),
      ['error', { code: 'agent_died', message: 'The agent ended.' }],
    );
    expect(items.map((item) => [item.kind, 'text' in item ? item.text : item.title])).toEqual([
      ['prompt', 'why?'],
      ['note', 'no network'],
      ['tool', 'look'],
      ['note', 'The agent ended.'],
    ]);
    expect(doing).toBeNull();
  });

  it('tells what kenny said to go on with as what happened, not as words of a person', () => {
    const { items } = read(
      ['prompt', prompt(2, TASK_PROMPTS.decided)],
      ['prompt', prompt(3, TASK_PROMPTS.resumed)],
    );
    expect(items.map((item) => [item.kind, 'text' in item && item.text])).toEqual([
      ['resumed', 'What it asked for is decided, so it goes on'],
      ['resumed', 'Resumed'],
    ]);
  });

  it.each([
    { sessionUpdate: 'plan', entries: 'no list' },
    { sessionUpdate: 'plan', entries: [null, 7, { content: {} }] },
    { sessionUpdate: 'tool_call', toolCallId: 7, title: [], content: [null, { type: 'diff' }] },
    { sessionUpdate: 'usage_update', used: 'many', cost: { amount: '1' } },
    { sessionUpdate: 'agent_message_chunk', content: null },
    { sessionUpdate: 'of_tomorrow' },
  ])('reads %j without harm', (data) => {
    expect(() => read(update(data))).not.toThrow();
  });
});
