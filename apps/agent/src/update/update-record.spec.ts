import {
  atStart,
  begun,
  confirmed,
  givenUp,
  LAST_WAY_BACK,
  settled,
  updateWords,
  wayBackFailed,
  whyNot,
  type UpdateRecord,
} from './update-record.js';

const fresh: UpdateRecord = { highest: '0.1.0' };
const swapped = begun(fresh, '0.1.0', '0.2.0');

describe('what a PC remembers of an update', () => {
  it('is nothing at first, and then the highest version that ran', () => {
    expect(atStart(undefined, '0.1.0', 'program')).toEqual({ record: fresh, action: 'run' });
    expect(atStart(fresh, '0.10.0', 'program').record).toEqual({ highest: '0.10.0' });
    expect(atStart({ highest: '0.10.0' }, '0.9.0', 'program').record.highest).toBe('0.10.0');
  });

  it('gives the new version two starts, and takes it back at the third', () => {
    const first = atStart(swapped, '0.2.0', 'program');
    const second = atStart(first.record, '0.2.0', 'program');
    const third = atStart(second.record, '0.2.0', 'program');
    expect([first.action, second.action, third.action]).toEqual(['trial', 'trial', 'go_back']);
    const old = atStart(third.record, '0.1.0', 'program');
    expect(old.action).toBe('run');
    expect(old.news).toMatch(/0\.2\.0.*started 3/);
    expect(old.record).toMatchObject({ highest: '0.2.0', failed: { version: '0.2.0' } });
    expect(old.record.pending).toBeUndefined();
  });

  it('goes on with a way back that was cut off', () => {
    const { record } = atStart(swapped, '0.2.0', 'program');
    expect(atStart(givenUp(record, 'slow'), '0.2.0', 'program').action).toBe('go_back');
    expect(atStart(givenUp(record, 'slow'), '0.1.0', 'kept').action).toBe('mend');
  });

  it('tells an update that never began from one that somebody undid, and refuses neither later', () => {
    const never = atStart(swapped, '0.1.0', 'program');
    expect(never.news).toMatch(/interrupted before it began/);
    const tried = atStart(swapped, '0.2.0', 'program').record;
    const undone = atStart(tried, '0.1.0', 'program');
    expect(undone.news).toMatch(/undone at this PC/);
    const other = atStart(tried, '0.3.0', 'program');
    expect(other.action).toBe('run');
    expect(other.news).toMatch(/installed anew/);
    for (const { record } of [never, undone, other]) {
      expect([record.pending, record.failed]).toEqual([undefined, undefined]);
    }
  });

  it('is put right when the kept file was started for no reason', () => {
    expect(atStart(fresh, '0.1.0', 'kept').action).toBe('mend');
  });

  it('is told to people in one line', () => {
    expect(updateWords(fresh)).toBeUndefined();
    expect(updateWords(swapped)).toBe('from 0.1.0 to 0.2.0, which is not started yet');
    const tried = atStart(swapped, '0.2.0', 'program').record;
    expect(updateWords(tried)).toMatch(/has to reach the server \(start 1\)/);
    expect(updateWords(confirmed(tried))).toBe('from 0.1.0 to 0.2.0, done');
    const lost = givenUp(tried, 'it was alone');
    expect(updateWords(lost)).toBe('to 0.2.0, being rolled back: it was alone');
    const back = atStart(lost, '0.1.0', 'program').record;
    expect(updateWords(back)).toBe('to 0.2.0, rolled back: it was alone');
    let stuck = lost;
    for (let i = 0; i < LAST_WAY_BACK; i += 1) stuck = wayBackFailed(stuck);
    expect(updateWords(stuck)).toMatch(/cannot be taken back/);
    expect(atStart(stuck, '0.2.0', 'program').action).toBe('stay');
  });

  it('takes only what is newer than all that ran, and not what was taken back', () => {
    const reason = (record: UpdateRecord, wanted: string) => whyNot(record, '0.1.0', wanted);
    expect(reason(fresh, '0.1.1')).toBeUndefined();
    expect(reason(fresh, '0.10')).toBeUndefined();
    expect(reason(fresh, '0.1')).toMatch(/must be newer/);
    expect(reason(fresh, '0.0.9')).toMatch(/must be newer/);
    expect(reason({ highest: '0.2.0' }, '0.2.0')).toMatch(/0\.2\.0 ran on this PC before/);
    expect(reason(swapped, '0.3.0')).toMatch(/on its way/);
    const failed = settled({ highest: '0.2.0', failed: { version: '0.2.0', why: 'it was slow' } });
    expect(reason(failed, '0.2')).toMatch(/rolled back on this PC \(it was slow\)/);
    expect(reason(failed, '0.2.1')).toBeUndefined();
    expect(confirmed({ ...failed, highest: '0.2.1' })).toEqual({ highest: '0.2.1' });
  });
});
