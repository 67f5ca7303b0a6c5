import { DEFAULT_CHOICES } from '../choices.js';
import type { NewAlert } from './alert.js';
import { isFor, reaches, reachesAll, targetsOf, type Person } from './audience.js';

const SUBJECT = { agent_id: 'mum', agent_uid: 'uid-mum' };
const ALERT: NewAlert = {
  ...{ kind: 'health', severity: 'crit', ends: false, subject: SUBJECT },
  ...{ title: 'Disk', text: '', page: '/fleet/mum' },
};
const NOON = Date.UTC(2026, 5, 4, 12);
const MAIL = { channel_id: 'mail', address: 'anna@example.org' };

function aPerson(
  choices: Partial<Person['choices']> = {},
  rights: Partial<Person['rights']> = {},
): Person {
  return {
    operator_id: 'anna',
    chosen_at: 0,
    rights: { agents: null, decide: true, admin: true, ...rights },
    browsers: [],
    choices: { ...DEFAULT_CHOICES, time_zone: 'UTC', channels: [MAIL], ...choices },
  };
}
const hears = (person: Person, alert: Partial<NewAlert> = {}, tags: readonly string[] = []) =>
  isFor(person, { ...ALERT, ...alert }, tags);

it('is nobody who may not see the PC, and no admin matter for others', () => {
  const limited = aPerson({}, { agents: ['dad'], admin: false });
  expect(hears(limited)).toBe(false);
  expect(hears(aPerson({}, { agents: ['mum'], admin: false }))).toBe(true);
  const login = { kind: 'login_failed', subject: null } as const;
  expect(hears(limited, login)).toBe(false);
  expect(hears(aPerson(), login)).toBe(true);
  expect(hears(aPerson({}, { admin: false }), { kind: 'guard_hit', subject: null })).toBe(false);
});

it('is told of approvals only where they may decide', () => {
  expect(hears(aPerson({}, { decide: false }), { kind: 'approval_waiting' })).toBe(false);
  expect(hears(aPerson(), { kind: 'approval_waiting' })).toBe(true);
});

it('hears what they chose: kinds, severity, PCs or tags', () => {
  expect(hears(aPerson({ muted: ['health'] }))).toBe(false);
  expect(hears(aPerson(), { severity: 'warn' })).toBe(false);
  expect(hears(aPerson({ health_from: 'warn' }), { severity: 'warn' })).toBe(true);
  expect(hears(aPerson({ agents: ['dad'] }))).toBe(false);
  expect(hears(aPerson({ agents: ['dad'], tags: ['family'] }), {}, ['family'])).toBe(true);
});

it('hears of a PC that is away at the hours they chose, and of its return only then', () => {
  const away = (above: number, upTo: number) => ({
    ...({ kind: 'pc_away', severity: 'warn', hours: { above, upTo } } as const),
  });
  const anna = aPerson({ away_hours: 72 });
  expect(hears(anna, away(0, 24))).toBe(false);
  expect(hears(anna, away(24, 72))).toBe(true);
  expect(hears(anna, away(1, 168))).toBe(true);
  expect(hears(anna, away(72, 168))).toBe(false);
  expect(hears(anna, { ...away(0, 24), ends: true })).toBe(false);
  expect(hears(anna, { ...away(0, 168), ends: true })).toBe(true);
});

it('gets it once at a place that two share, at the earlier time', () => {
  const night = Date.UTC(2026, 5, 4, 23);
  const awake = { ...aPerson({ quiet: false }), operator_id: 'bert' };
  const asleep = aPerson({ critical_in_quiet: false });
  expect(targetsOf([asleep, awake], ALERT, [], night)).toEqual([
    { ...MAIL, operator_id: 'bert', at: night },
  ]);
  expect(targetsOf([aPerson()], ALERT, [], NOON)).toEqual([
    { ...MAIL, operator_id: 'anna', at: NOON },
  ]);
});

it('reaches the PCs that somebody may see and has picked, by id or tag', () => {
  const mum = { agent_id: 'mum', tags: ['family'] };
  const picks = (change: object, agents: string[] | null = null) => aPerson(change, { agents });
  expect(reaches(picks({}), mum)).toBe(true);
  expect(reaches(picks({}, ['mum']), mum)).toBe(true);
  expect(reaches(picks({ tags: ['family'] }, ['dad']), mum)).toBe(false);
  expect(reaches(picks({ tags: ['family'], agents: ['dad'] }), mum)).toBe(true);
  expect(reaches(picks({ tags: ['club'] }), mum)).toBe(false);
  const all = [picks({}), picks({}, ['mum']), picks({ tags: ['family'] })].map(reachesAll);
  expect(all).toEqual([true, false, false]);
});

it('goes to browsers as well as channels, or to one of both where it is told in two steps', () => {
  const anna = { ...aPerson(), browsers: ['b1', 'b2'] };
  const places = (to?: NewAlert['to']) =>
    targetsOf([anna], { ...ALERT, ...(to ? { to } : {}) }, [], NOON).map(
      ({ channel_id, address }) => `${channel_id} ${address}`,
    );
  expect(places()).toEqual(['mail anna@example.org', 'push b1', 'push b2']);
  expect(places('browsers')).toEqual(['push b1', 'push b2']);
  expect(places('channels')).toEqual(['mail anna@example.org']);
});
