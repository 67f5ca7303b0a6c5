import { STRIP } from '@kenny/contract';
import { stripSlot } from '@kenny/health';
import { stripAt, stripWith, type PcState } from './health-board.js';

const NOON = Date.UTC(2031, 0, 1, 12);
const HALF_HOUR = STRIP.slotMs;

function stateWith(strip: string, at = NOON): PcState {
  return {
    ...{ agent_uid: 'u', received_at: at, collected_at: null, sections: [], refs: {} },
    strip,
    strip_slot: stripSlot(at),
  };
}

const EMPTY = '-'.repeat(48);

describe('the strip of 48 half hours', () => {
  it('is empty for a PC that never sent anything', () => {
    expect(stripAt(undefined, NOON)).toBe(EMPTY);
  });

  it('shows the worst of the half hour', () => {
    let state = stateWith(stripWith(undefined, 'ok', NOON));
    state = stateWith(stripWith(state, 'crit', NOON + 1000));
    state = stateWith(stripWith(state, 'ok', NOON + 2000));
    expect(state.strip).toBe(`${EMPTY.slice(1)}c`);
  });

  it('shows in a half hour also what it began with, until something else was heard', () => {
    const sections = [{ name: 'disk', status: 'warn', reason: '', since: '' } as const];
    const state = { ...stateWith(`${'o'.repeat(47)}w`), sections };
    expect(stripWith(state, 'ok', NOON + HALF_HOUR)).toBe(`${'o'.repeat(46)}ww`);
    const mended = { ...stateWith(`${'o'.repeat(47)}w`), sections: [] };
    expect(stripWith(mended, 'ok', NOON + HALF_HOUR)).toBe(`${'o'.repeat(46)}wo`);
  });

  it('says nothing of now by what was heard before the PC was off', () => {
    const sections = [{ name: 'disk', status: 'warn', reason: '', since: '' } as const];
    const state = { ...stateWith(`${'o'.repeat(47)}w`), sections };
    expect(stripWith(state, 'ok', NOON + 20 * HALF_HOUR)).toMatch(/w-{19}o$/);
    expect(stripWith(state, 'ok', NOON + 48 * HALF_HOUR)).toBe(`${EMPTY.slice(1)}o`);
  });

  it('lets a half hour of which nothing is known be overtaken by one that is fine', () => {
    const state = stateWith(stripWith(undefined, 'unknown', NOON));
    expect(stripWith(state, 'ok', NOON + 1000)).toBe(`${EMPTY.slice(1)}o`);
  });

  it('moves on with time and leaves gaps where no data came', () => {
    const state = stateWith(`${'o'.repeat(47)}w`);
    expect(stripAt(state, NOON + 2 * HALF_HOUR)).toBe(`${'o'.repeat(45)}w--`);
    expect(stripAt(state, NOON + 100 * HALF_HOUR)).toBe(EMPTY);
  });

  it('stays when the clock is set back', () => {
    const strip = `${'o'.repeat(47)}w`;
    expect(stripAt(stateWith(strip), NOON - 5 * HALF_HOUR)).toBe(strip);
  });
});
