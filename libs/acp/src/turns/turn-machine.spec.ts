import fc from 'fast-check';
import { readPromptAnswer } from './prompt-answer.js';
import { beginTurn, step, type Turn, type TurnInput } from './turn-machine.js';

const after = (turn: Turn, ...inputs: TurnInput[]): Turn => inputs.reduce(step, turn);
const v1 = beginTurn('answer', true);
const seed = beginTurn('update', true);
const answered = (result: unknown): TurnInput => ({
  type: 'answered',
  answer: readPromptAnswer(result),
});
const complete: TurnInput = { type: 'finished', end: { stopReason: 'end_turn', summary: 'done' } };
const accepted = answered({ accepted: true });
const update: TurnInput = { type: 'update' };

describe('a turn of v1', () => {
  it('runs as soon as its prompt has left', () => {
    expect(v1.phase).toBe('running');
  });

  it.each(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'])(
    'ends with the answer: %s',
    (stopReason) => {
      expect(after(v1, answered({ stopReason })).end).toEqual({ stopReason });
    },
  );

  it('keeps a reason that is not known, and has ended as others do', () => {
    const { end } = after(v1, answered({ stopReason: 'coffee_break' }));
    expect(end).toEqual({ stopReason: 'end_turn', agentReason: 'coffee_break' });
  });

  it.each([{}, null, 'end_turn', { stopReason: 7 }, [], { accepted: false }])(
    'has failed when the answer is %j',
    (result) => {
      expect(after(v1, answered(result)).end).toMatchObject({
        stopReason: 'failed',
        error: { code: 'protocol' },
      });
    },
  );

  it('does not end by an update, unless its prompt was accepted as the seed has it', () => {
    expect(after(v1, complete).phase).toBe('running');
    expect(after(v1, accepted, complete).end).toMatchObject({ summary: 'done' });
  });

  it('keeps what the agent used', () => {
    const usage = { inputTokens: 1, outputTokens: 2, totalTokens: -3 };
    const { end } = after(v1, answered({ stopReason: 'end_turn', usage }));
    expect(end?.usage).toEqual({ inputTokens: 1, outputTokens: 2 });
  });
});

describe('a turn of a seed agent', () => {
  it('is accepted, runs, and ends with an update', () => {
    expect(seed.phase).toBe('sent');
    const running = after(seed, accepted);
    expect(running.phase).toBe('running');
    expect(after(running, complete).end).toEqual({ stopReason: 'end_turn', summary: 'done' });
  });

  it('may be heard of before it is accepted', () => {
    const heard = after(seed, update);
    expect(heard.phase).toBe('running');
    expect(after(heard, accepted, update, complete).phase).toBe('idle');
  });

  it('may end before it is accepted', () => {
    expect(after(beginTurn('update', false), update, complete).phase).toBe('idle');
    expect(after(seed, complete).phase).toBe('idle');
  });

  it('does not end by the end of the turn before it, told twice', () => {
    expect(after(beginTurn('update', false), complete).phase).toBe('sent');
  });

  it('ends with an answer that has a reason', () => {
    expect(after(seed, answered({ stopReason: 'refusal' })).end?.stopReason).toBe('refusal');
  });
});

describe('any turn', () => {
  it('requires an action while a permission waits', () => {
    const asked = after(v1, { type: 'permission_opened' }, { type: 'permission_opened' });
    expect(asked.phase).toBe('requires_action');
    const one = after(asked, { type: 'permission_closed' });
    expect(one.phase).toBe('requires_action');
    expect(after(one, { type: 'permission_closed' }).phase).toBe('running');
  });

  it('ends with the line', () => {
    expect(after(v1, { type: 'line_ended' }).end).toMatchObject({
      stopReason: 'failed',
      error: { code: 'ended' },
    });
  });

  it('was cancelled when it fails after it was asked to end', () => {
    expect(after(v1, { type: 'cancel' }, { type: 'line_ended' }).end?.stopReason).toBe('cancelled');
  });

  it('has come to its own end when it did so before the cancel reached it', () => {
    const { end } = after(v1, { type: 'cancel' }, answered({ stopReason: 'end_turn' }));
    expect(end?.stopReason).toBe('end_turn');
  });
});

const error = { code: 'agent', message: 'no' } as const;
const anyInput: fc.Arbitrary<TurnInput> = fc.oneof(
  fc.constantFrom<TurnInput>(
    ...[update, complete, accepted],
    ...([{ type: 'permission_opened' }, { type: 'permission_closed' }] as const),
    ...([{ type: 'cancel' }, { type: 'line_ended' }, { type: 'refused', error }] as const),
  ),
  fc.anything().map((result) => answered(result)),
  fc.string().map((stopReason) => answered({ stopReason })),
);

it('ends once, says why, and nothing changes it afterwards, whatever comes', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('answer' as const, 'update' as const),
      fc.boolean(),
      fc.array(anyInput, { maxLength: 30 }),
      (endsBy, first, inputs) => {
        let turn = beginTurn(endsBy, first);
        for (const input of inputs) {
          const next = step(turn, input);
          if (turn.phase === 'idle') expect(next).toBe(turn);
          expect(next.phase === 'idle').toBe(next.end !== undefined);
          expect(next.phase === 'requires_action').toBe(next.openPermissions > 0);
          expect(next.openPermissions).toBeGreaterThanOrEqual(0);
          if (next.cancelling) expect(next.end?.stopReason).not.toBe('failed');
          if (turn.begun && next.phase !== 'idle') expect(next.phase).not.toBe('sent');
          turn = next;
        }
        expect(step(turn, { type: 'line_ended' }).phase).toBe('idle');
      },
    ),
  );
});
