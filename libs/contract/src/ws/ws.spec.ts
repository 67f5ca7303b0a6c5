import {
  checkWith,
  WS_ACTIONS,
  WS_EVENTS,
  WS_TOPICS,
  WS_WHOLE_TOPICS,
  isWsAction,
} from '../index.js';
import { wsAnswerValidators } from '../generated/ws-answer-validators.js';
import { wsValidators } from '../generated/ws-validators.js';

const faults = (name: string, value: unknown) => checkWith(wsValidators, name, value);
const request = (more: object = {}) => ({
  ...{ id: '1', type: 'request', action: 'fleet.subscribe', payload: {} },
  ...more,
});

describe('the messages of /ws', () => {
  it('have a validator for every payload, answer and event', () => {
    const actions = Object.keys(WS_ACTIONS);
    const taken = ['ws:request', ...actions.map((name) => `payload:${name}`)];
    const given = [
      ...actions.map((name) => `answer:${name}`),
      ...Object.keys(WS_EVENTS).map((name) => `event:${name}`),
    ];
    expect(Object.keys(wsValidators)).toEqual(taken);
    expect(Object.keys(wsAnswerValidators)).toEqual(expect.arrayContaining(given));
  });

  it('are requests with an id, an action and a payload, and nothing else', () => {
    expect(faults('ws:request', request())).toEqual([]);
    expect(faults('ws:request', request({ timestamp: '2026-01-10T12:00:00Z' }))).toEqual([]);
    for (const wrong of [
      { id: undefined },
      { id: '' },
      { id: 7 },
      { id: 'x'.repeat(129) },
      { type: 'notification' },
      { action: '' },
      { payload: undefined },
      { payload: [] },
      { payload: null },
      { timestamp: 5 },
      { token: 'kny_x' },
    ]) {
      expect([wrong, faults('ws:request', request(wrong))]).not.toEqual([wrong, []]);
    }
  });

  it.each(Object.keys(WS_ACTIONS))('refuse a key that %s does not know', (action) => {
    const issues = faults(`payload:${action}`, { surprise: 1 });
    expect(issues.length).toBeGreaterThan(0);
  });

  it.each(WS_TOPICS)('watch %s whole only if it needs no ID', (topic) => {
    const whole = WS_WHOLE_TOPICS.some((name) => name === topic);
    expect(faults(`payload:${topic}.subscribe`, {}).length === 0).toBe(whole);
  });

  it('can watch every topic and end it', () => {
    for (const topic of WS_TOPICS) {
      expect(isWsAction(`${topic}.subscribe`)).toBe(true);
      expect(faults('payload:unsubscribe', { topic })).toEqual([]);
    }
    expect(faults('payload:unsubscribe', { topic: 'tasks' })).not.toEqual([]);
    expect(isWsAction('toString')).toBe(false);
  });
});
