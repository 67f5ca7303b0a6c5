import { HOUR_MS, MINUTE_MS } from '@kenny/kernel';
import { DEFAULT_CHOICES } from '../choices.js';
import type { Person } from './audience.js';
import { requestHeldUntil } from './held-request.js';

const PC = { agent_id: 'mum', agent_uid: 'uid-mum' };
const NIGHT = Date.UTC(2026, 5, 4, 23);
const SEVEN = NIGHT + 8 * HOUR_MS;
const MAIL = { channel_id: 'mail', address: 'anna@example.org' };

function aPerson(
  choices: Partial<Person['choices']> = {},
  { browsers = [], ...rights }: Partial<Person['rights']> & { browsers?: string[] } = {},
): Person {
  return {
    ...{ operator_id: 'anna', chosen_at: 0, browsers },
    rights: { agents: null, decide: true, admin: true, ...rights },
    choices: { ...DEFAULT_CHOICES, time_zone: 'UTC', channels: [MAIL], ...choices },
  };
}
const held = (people: readonly Person[], at = NIGHT) => requestHeldUntil(people, PC, [], at);

it('is held until the first quiet hours of those who are told end', () => {
  const later = { ...aPerson({ quiet_to: '09:00' }), operator_id: 'ben' };
  expect(held([aPerson()])).toBe(SEVEN);
  expect(held([aPerson(), later])).toBe(SEVEN);
  expect(held([later])).toBe(SEVEN + 2 * HOUR_MS);
});

it('is held by quiet hours that begin before channels are told, but not from a browser', () => {
  const almost = NIGHT - HOUR_MS - MINUTE_MS;
  expect(held([aPerson()], almost)).toBe(SEVEN);
  expect(held([aPerson({}, { browsers: ['b1'] })], almost)).toBeNull();
  expect(held([aPerson()], almost - 2 * MINUTE_MS)).toBeNull();
});

it('is not held when somebody is told at once, or nobody ever is', () => {
  const awake = { ...aPerson({ quiet: false }), operator_id: 'ben' };
  expect(held([aPerson(), awake])).toBeNull();
  expect(held([])).toBeNull();
  expect(held([aPerson({ muted: ['approval_waiting'] })])).toBeNull();
});

it('is not held for those who may not decide it or not see the PC', () => {
  expect(held([aPerson({}, { decide: false })])).toBeNull();
  expect(held([aPerson({}, { agents: ['dad'] })])).toBeNull();
});
