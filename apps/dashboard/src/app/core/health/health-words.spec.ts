import { aPc } from '../../../../test/a-pc';
import {
  asideWords,
  furtherWords,
  lastSeenWords,
  unreadableGuards,
  unreadableWords,
} from './health-words';

const SINCE = '2031-05-01T00:00:00Z';
const cannotRead = (name: string) =>
  ({ name, status: 'unknown', reason: 'access denied', since: SINCE }) as const;

describe('what a PC cannot read of what guards it', () => {
  it('is named and counted: protection and disks, nothing less', () => {
    const sections = ['defender', 'printers', 'disk_smart'].map(cannotRead);
    const pc = aPc({ sections });
    expect(unreadableGuards(pc).map(({ name }) => name)).toEqual(['defender', 'disk_smart']);
    expect(unreadableWords(pc)).toBe('2 not readable');
    expect(unreadableWords(aPc())).toBe('');
  });

  it('is not said of one that is away: nothing of it is read', () => {
    const sections = [cannotRead('defender')];
    expect(unreadableWords(aPc({ overall: 'offline', sections }))).toBe('');
  });
});

describe('how a PC was when it went away', () => {
  it('is said of one that is away, and of no other', () => {
    const away = { online: false, overall: 'offline' } as const;
    expect(lastSeenWords(aPc({ ...away, last_overall: 'ok' }))).toBe('Was OK when last seen');
    expect(lastSeenWords(aPc({ ...away, last_overall: 'crit' }))).toBe(
      'Was Critical when last seen',
    );
    expect(lastSeenWords(aPc())).toBe('');
  });
});

describe('what else is wrong with a PC', () => {
  const wrong = (name: string, status: 'warn' | 'crit' | 'ok', more = {}) =>
    ({ name, status, reason: 'x', since: SINCE, ...more }) as const;
  const worst = { name: 'disk', status: 'crit', reason: 'full', since: SINCE } as const;
  const snoozed = { until: SINCE, reason: 'known', by: 'Anna' };

  it('is counted beside the worst, without what somebody put off', () => {
    const sections = [wrong('disk', 'crit'), wrong('memory', 'warn'), wrong('load', 'ok')];
    expect(furtherWords(aPc({ worst, sections }))).toBe('1 more');
    const off = [wrong('disk', 'crit'), wrong('memory', 'warn', { snoozed })];
    expect(furtherWords(aPc({ worst, sections: off }))).toBe('');
    expect(furtherWords(aPc({ worst: null, sections: [] }))).toBe('');
  });
});

describe('what stands beside the health of a PC', () => {
  it('is how much cannot be read, and how much somebody put off', () => {
    const snoozed = { until: SINCE, reason: 'known', by: 'Anna' };
    const old = { ...cannotRead('battery'), status: 'warn', snoozed } as const;
    expect(asideWords(aPc({ sections: [cannotRead('defender'), old] }))).toBe(
      '1 not readable · 1 snoozed',
    );
    expect(asideWords(aPc({ sections: [old] }))).toBe('1 snoozed');
    expect(asideWords(aPc())).toBe('');
  });
});
