import type { FleetAgent } from '@kenny/contract';
import { weeklyParts } from './weekly-mail.js';
import {
  dayWords,
  doneLine,
  MOST_DONE,
  needingLines,
  subjectOf,
  withLinks,
  type WeeklyWords,
} from './weekly-words.js';

const NONE = { crit: 0, warn: 0, offline: 0, unknown: 0, ok: 0 };
const QUIET: WeeklyWords = {
  ...{ sentence: 'Both PCs are fine.', counts: { ...NONE, ok: 2 } },
  ...{ needing: [], disks: [] },
  days: ['Mon', 'Tue'].map((name) => ({ name, counts: { ...NONE, ok: 2 } })),
  ...{ done: [], furtherDone: 0, carers: null },
};
const URL = 'https://kenny.example.org';
const shown = (change: Partial<WeeklyWords> = {}) =>
  weeklyParts('b0a1', withLinks({ ...QUIET, ...change }, URL));
const anna = { kind: 'operator', id: 'anna', name: 'Anna' } as const;
const ben = { kind: 'operator', id: 'ben', name: 'Ben\u202e\r\nBcc: x' } as const;
/** Tuesday 24 November 2026, 14:02 in Berlin. */
const AT = Date.UTC(2026, 10, 24, 13, 2);
const decision = (by: typeof anna | typeof ben, what: 'approve' | 'deny' | 'cancel') => ({
  ...{ by, decision: what, at: AT, reason: 'not told' },
});

it.each([
  [{ ok: 5 }, 'Your PCs this week: all fine'],
  [{ ok: 1 }, 'Your PC this week: fine'],
  [{ crit: 1, warn: 1, offline: 1, ok: 2 }, 'Your PCs this week: 2 need attention'],
  [{ warn: 1 }, 'Your PC this week: 1 needs attention'],
  [{ offline: 2, unknown: 1, ok: 2 }, 'Your PCs this week: 2 offline, 1 never reported'],
])('of %j, the subject is: %s', (counts, subject) => {
  expect(subjectOf({ ...NONE, ...counts }, { lately: 0, longer: 0 })).toBe(subject);
});

it('names in its subject those that never connected', () => {
  const counts = { ...NONE, unknown: 3, ok: 1 };
  expect(subjectOf(counts, { lately: 1, longer: 1 })).toBe(
    'Your PCs this week: 2 not connected yet, 1 never reported',
  );
});

describe('what was done', () => {
  const call = { tool: 'net_dns_flush', state: 'done' } as const;

  it.each([
    ['an approval', [decision(anna, 'approve')], 'done', 'Anna approved', ': done'],
    [
      'two approvals',
      [anna, anna].map((by) => decision(by, 'approve')),
      'failed',
      'Anna and Anna approved',
      ': failed',
    ],
    ['a denial', [decision(anna, 'approve'), decision(anna, 'deny')], 'denied', 'Anna denied', ''],
    [
      'an approval that was withdrawn',
      [decision(anna, 'approve'), decision(anna, 'cancel')],
      'cancelled',
      'Anna approved',
      ': withdrawn, nothing ran',
    ],
  ] as const)('is told of %s', (_what, decisions, state, who, end) => {
    const said = doneLine({ ...call, decisions, state }, 'Mum’s laptop', 'Europe/Berlin');
    expect(said).toEqual([`${who} “Clear the DNS cache” on Mum’s laptop, Tue 14:02${end}`]);
  });

  it('is nothing where nobody decided, and one line whatever somebody is called', () => {
    expect(doneLine({ ...call, decisions: [decision(anna, 'cancel')] }, 'pc1', 'UTC')).toEqual([]);
    const [line] = doneLine({ ...call, decisions: [decision(ben, 'approve')] }, 'pc\n1', 'UTC');
    // eslint-disable-next-line no-control-regex -- they must not be there
    expect(line).not.toMatch(/[\u0000-\u001f\u202e]|not told/);
  });

  it('ends with how many more there are', () => {
    const done = Array.from({ length: MOST_DONE }, (_, at) => `Anna approved ${at}`);
    const { text, html } = shown({ done, furtherDone: 7 });
    expect(text).toContain('- Anna approved 9\n- and 7 more\n');
    expect(html).toContain('<li>and 7 more</li></ul>');
  });
});

it('names the PCs that need attention, worst first, and how many more', () => {
  const pc = (name: string, overall: FleetAgent['overall']) => ({
    name,
    overall,
    worst: { name: 'disk' },
  });
  const needing = needingLines([
    ...[pc('<Mum>', 'crit'), pc('b', 'warn'), pc('c', 'offline'), pc('d', 'ok')],
    ...['e', 'f', 'g', 'h'].map((name) => pc(name, 'warn')),
  ]);
  const first = ['<Mum>: Disk, critical', 'b: Disk, warning', 'e: Disk, warning'];
  expect(needing).toEqual([...first, 'f: Disk, warning', 'g: Disk, warning', 'and 1 more']);
  const { text, html } = shown({ needing });
  expect(text).toContain('2 OK\n- <Mum>: Disk, critical\n');
  expect(html).toContain('<li>&lt;Mum&gt;: Disk, critical</li>');
});

it('says in words what its pictures show', () => {
  const disks = [{ name: 'Mum’s laptop, C:', percent: 93.4 }];
  const days = [{ name: 'Mon', counts: { ...NONE, crit: 1, warn: 1, offline: 3 } }];
  const { text, html, attachments } = shown({ disks, days });
  expect(dayWords(days)).toBe('Mon 2');
  const alts = [...html.matchAll(/alt="([^"]*)"/g)].map(([, alt]) => alt ?? '');
  expect(alts).toEqual(['2 OK', '93% Mum’s laptop, C:', 'Needed attention: Mon 2']);
  for (const alt of alts) expect(text).toContain(`\n${alt}\n`);
  expect(attachments.map(({ cid }) => cid)).toEqual(
    [...html.matchAll(/src="cid:([^"]*)"/g)].map(([, cid]) => cid),
  );
});

it('has two links for whoever opens the dashboard, and none for an owner', () => {
  const links = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
  expect(links(shown().html)).toEqual([`${URL}/today`, `${URL}/audit?range=week`]);
  const { text, html } = shown({ carers: ['Anna', '<Ben>'] });
  expect(`${text}${html}`).not.toMatch(/https?:|href/);
  expect(text).toContain('kenny is looked after by Anna and <Ben>.');
  expect(html).toContain('Anna and &lt;Ben&gt;');
});

it('has no picture of disks that nobody knows', () => {
  expect(shown().attachments.map(({ filename }) => filename)).toEqual(['health.png', 'week.png']);
});
