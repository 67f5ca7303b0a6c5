import { aPc } from '../../../../test/a-pc';
import { unreadableGuards, unreadableWords } from './unreadable';

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
