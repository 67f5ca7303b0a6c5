import type { ChatEventView } from '@kenny/contract/web';
import fc from 'fast-check';
import { aChat, aTurn } from '../../../../test/a-chat';
import { ChatLog } from '../../../../test/chat-events';
import { NO_TURNS, turnsOf, withEarlier, withEvents, type Turns } from './turns';

const all = (events: readonly ChatEventView[]) => {
  const turns = withEvents(NO_TURNS, events);
  if (!turns) throw new Error('an event is missing');
  return turns;
};
const only = (turns: Turns) => {
  const [turn] = turns.list;
  if (!turn) throw new Error('there is no turn');
  return turn;
};

const word = fc.string({ minLength: 1, maxLength: 6 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), pieces: fc.array(word, { maxLength: 4 }) }),
  fc.record({ kind: fc.constant('call' as const), waits: fc.boolean() }),
  fc.record({ kind: fc.constant('thinking' as const), pieces: fc.array(word, { maxLength: 3 }) }),
  fc.record({ kind: fc.constant('said' as const), text: word }),
  fc.record({ kind: fc.constant('retry' as const), lost: word }),
  fc.record({ kind: fc.constant('queued' as const), text: word }),
);

/** A conversation as a server tells it: turns one after the other, others queued between. */
const aLog = fc
  .array(fc.array(step, { maxLength: 6 }), { minLength: 1, maxLength: 3 })
  .map((turns) => {
    const log = new ChatLog();
    const queued: string[] = [];
    turns.forEach((steps, number) => {
      const turn = `t${number}`;
      log.begin(turn, `question ${number}`);
      steps.forEach((one, at) => {
        const call = `c${at}`;
        if (one.kind === 'text') {
          log.deltas(turn, ...one.pieces);
          log.message(turn, one.pieces.join(''));
        } else if (one.kind === 'call') {
          log.call(turn, call);
          if (one.waits) log.pending(turn, call);
          log.result(turn, call);
        } else if (one.kind === 'thinking') {
          for (const delta of one.pieces) log.say(turn, 'reasoningDelta', { delta });
        } else if (one.kind === 'said') {
          log.say(turn, 'turnSteered', { input: { text: one.text } });
        } else if (one.kind === 'retry') {
          log.deltas(turn, one.lost);
          log.say(turn, 'modelRetry', { attempt: 2, maxAttempts: 5, error: 'busy' });
        } else {
          queued.push(`q${number}-${at}`);
          log.say(`q${number}-${at}`, 'turnQueued', { input: { text: one.text } });
        }
      });
      log.finish(turn);
    });
    for (const turn of queued) {
      log.say(turn, 'turnStarted');
      log.finish(turn, 'canceled');
    }
    return log.events;
  });

describe('events of a conversation become the same page', () => {
  it('however they are split and however often they come', () => {
    fc.assert(
      fc.property(aLog, fc.array(fc.nat(7), { minLength: 1 }), (events, sizes) => {
        let turns = NO_TURNS;
        for (let at = 0, step = 0; at < events.length; step += 1) {
          // A new connection tells some again, in their order; then it goes on.
          const back = sizes[(2 * step) % sizes.length] ?? 0;
          const size = 1 + (sizes[(2 * step + 1) % sizes.length] ?? 0);
          const piece = events.slice(Math.max(0, at - back), at + size);
          const next = withEvents(turns, piece);
          if (!next) throw new Error('nothing is missing here');
          turns = next;
          at += size;
        }
        expect(turns).toEqual(all(events));
      }),
    );
  });

  it('after any loss that is noticed, and then told again from where the page stands', () => {
    fc.assert(
      fc.property(aLog, fc.nat(), fc.integer({ min: 1, max: 5 }), (events, where, size) => {
        const lost = where % events.length;
        const before = all(events.slice(0, lost));
        const rest = events.slice(lost + size);
        const went = withEvents(before, rest);
        // Lost at the end, nobody can know yet; else the next event of that turn tells.
        if (went !== null)
          expect(rest.some(({ turn_id }) => touched(events, lost, size, turn_id))).toBe(false);
        expect(withEvents(before, events.slice(lost))).toEqual(all(events));
      }),
    );
  });

  it('and go on from a turn that was read in one piece while it was at work', () => {
    fc.assert(
      fc.property(aLog, fc.nat(), (events, where) => {
        const [first] = events;
        const detail = aChat([aTurn({ id: first?.turn_id ?? '', status: 'running' })]);
        const read = turnsOf({ ...detail, last_event: 'x:1' });
        expect(read.place).toBe(`${first?.turn_id}:0`);
        const cut = where % (events.length + 1);
        const begun = withEvents(read, events.slice(0, cut));
        expect(begun && withEvents(begun, events)).toEqual(all(events));
      }),
    );
  });
});

function touched(events: readonly ChatEventView[], at: number, size: number, turnId: string) {
  return events.slice(at, at + size).some(({ turn_id }) => turn_id === turnId);
}

describe('a turn', () => {
  it('shows text and calls in the order in which they came', () => {
    const log = new ChatLog();
    log.begin('t', 'why?');
    log.deltas('t', 'I lo', 'ok');
    log.message('t', 'I look');
    log.call('t', 'c1');
    log.result('t', 'c1');
    log.deltas('t', 'Full');
    const turn = only(all(log.events));
    expect(turn.parts).toMatchObject([
      { kind: 'text', text: 'I look', open: false },
      { kind: 'call', call: { id: 'c1', status: 'ok', durationMs: 12 } },
      { kind: 'text', text: 'Full', open: true },
    ]);
    expect(turn).toMatchObject({ asked: 'why?', status: 'running' });
  });

  it('waits for a person until the call has ended', () => {
    const log = new ChatLog();
    log.begin('t', 'restart it');
    log.call('t', 'c1');
    log.pending('t', 'c1', 'apr_7');
    expect(only(all(log.events))).toMatchObject({
      status: 'waiting',
      parts: [{ call: { approvalId: 'apr_7', durationMs: null } }],
    });
    log.result('t', 'c1', { status: 'denied', error: { code: 'denied', message: 'no' } });
    expect(only(all(log.events))).toMatchObject({
      status: 'running',
      parts: [{ call: { status: 'denied', error: { message: 'no' } } }],
    });
  });

  it('knows how long a call ran after it had waited', () => {
    const log = new ChatLog();
    log.begin('t', 'restart it');
    log.call('t', 'c1');
    log.pending('t', 'c1', 'apr_7');
    log.result('t', 'c1', { durationMs: 111_000, ranMs: 800 });
    expect(only(all(log.events)).parts).toMatchObject([{ call: { waited: true, ranMs: 800 } }]);
  });

  it('waits for the answer to a question of the model', () => {
    const log = new ChatLog();
    log.begin('t', 'clean up');
    log.call('t', 'c1', { toolName: 'ask', agentId: null });
    const questions = [{ header: 'Which', question: 'Which folder?', options: [] }];
    const question = { id: 'q1', questions, asked_at: 'a', answer_by: 'b' };
    log.say('t', 'toolPending', { toolCallId: 'c1', question });
    expect(only(all(log.events))).toMatchObject({
      ...{ status: 'waiting', parts: [{ call: { question, approvalId: null } }] },
    });
  });

  it('forgets the beginning of an answer that the model begins again', () => {
    const log = new ChatLog();
    log.begin('t', 'why?');
    log.deltas('t', 'Because of');
    log.say('t', 'modelRetry', { attempt: 2, maxAttempts: 5, error: 'too much to do' });
    expect(only(all(log.events)).parts).toMatchObject([
      { kind: 'retry', retry: { attempt: 2, of: 5, error: 'too much to do' } },
    ]);
    log.deltas('t', 'It is full');
    log.message('t', 'It is full');
    log.finish('t');
    expect(only(all(log.events)).parts).toMatchObject([{ kind: 'text', text: 'It is full' }]);
  });

  it('says why it failed', () => {
    const log = new ChatLog();
    log.begin('t', 'why?');
    log.finish('t', 'failed', { code: 'model_overloaded', message: 'later' });
    expect(only(all(log.events))).toMatchObject({
      ...{ status: 'failed', error: { code: 'model_overloaded', message: 'later' } },
    });
  });
});

describe('the history', () => {
  it('stands before what is there, once', () => {
    const views = ['3', '2', '1'].map((id) => aTurn({ id }));
    const turns = turnsOf(aChat(views.slice(0, 2)));
    const ids = ({ list }: Turns) => list.map(({ id }) => id);
    expect(ids(turns)).toEqual(['2', '3']);
    expect(ids(withEarlier(turns, views.slice(1)))).toEqual(['1', '2', '3']);
  });

  it('takes no event of a turn that is over there already', () => {
    const log = new ChatLog();
    log.begin('1', 'again?');
    const turns = turnsOf(aChat([aTurn({ id: '1' })]));
    expect(withEvents(turns, log.events)).toEqual(turns);
  });
});
