import type { ApprovalState } from '@kenny/contract/agent';
import { EDGES, DECIDED_STATES, isRowOfDenials, requesterId } from './index.js';

const row = (...states: ApprovalState[]) =>
  states.map((state, at) => ({ state, decided_at: 1000 - at }));

describe('denials in a row', () => {
  it.each<[ApprovalState[], boolean]>([
    [['denied', 'denied', 'denied'], true],
    [['denied', 'denied', 'denied', 'done'], true],
    [['denied', 'denied'], false],
    [['denied', 'denied', 'done', 'denied'], false],
    [['lapsed', 'denied', 'denied', 'denied'], false],
    [[], false],
  ])('%j pause: %s', (states, paused) => {
    expect(isRowOfDenials(row(...states), null)).toBe(paused);
  });

  it('count anew after a person let the requester go on', () => {
    const denied = row('denied', 'denied', 'denied');
    expect(isRowOfDenials(denied, 997)).toBe(true);
    expect(isRowOfDenials(denied, 998)).toBe(false);
  });

  it('are told from everything that can follow an approval or is a denial', () => {
    const after = (state: ApprovalState): ApprovalState[] => [
      state,
      ...EDGES[state].flatMap((next) => after(next)),
    ];
    expect(new Set(DECIDED_STATES)).toEqual(new Set([...after('approved'), 'denied']));
  });
});

describe('whoever is paused together', () => {
  const client = { principal_key: 'mcp_client:tok-1', session_id: null, token_id: 'tok-1' };

  it('is a session or conversation, whatever token it goes on with', () => {
    const session = { ...client, session_id: 'mcp_1' };
    expect(requesterId(session)).toBe(requesterId({ ...session, token_id: 'tok-2' }));
    expect(requesterId(session)).not.toBe(requesterId({ ...session, session_id: 'mcp_2' }));
    expect(requesterId(session)).not.toBe(requesterId(client));
  });

  it('is a token where there is no session', () => {
    const anna = { ...client, principal_key: 'operator:anna' };
    expect(requesterId(anna)).not.toBe(requesterId({ ...anna, token_id: 'tok-2' }));
    expect(requesterId(anna)).toMatch(/^rqr_[0-9a-f]{24}$/);
  });
});
