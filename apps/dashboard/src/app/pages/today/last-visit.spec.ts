import { TestBed } from '@angular/core/testing';
import { MINUTE_MS } from '@kenny/kernel';
import { Session } from '../../core/session/session';
import { LastVisit } from './last-visit';

const NOON = Date.parse('2026-11-22T12:00:00Z');

describe('the last visit of a person', () => {
  let me: string;
  const opened = () => {
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({
      providers: [{ provide: Session, useValue: { me: () => ({ id: me }) } }],
    });
    return TestBed.inject(LastVisit);
  };
  const visitAt = (now: number) => {
    const visits = opened();
    visits.note(now);
    return visits.away();
  };

  beforeEach(() => {
    localStorage.clear();
    me = 'anna';
  });

  it('is none at the first', () => {
    expect(visitAt(NOON)).toBeNull();
  });

  it('counts from when the page was looked at last, and stays so while one is here', () => {
    const first = opened();
    first.note(NOON);
    first.note(NOON + 5 * MINUTE_MS);
    const back = NOON + 120 * MINUTE_MS;
    const away = { from: NOON + 5 * MINUTE_MS, until: back };
    expect(visitAt(back)).toEqual(away);
    expect(visitAt(back + 10 * MINUTE_MS)).toEqual(away);
  });

  it('is nothing of half an hour, of which somebody was never away', () => {
    visitAt(NOON);
    expect(visitAt(NOON + 29 * MINUTE_MS)).toBeNull();
  });

  it("is each person's own", () => {
    visitAt(NOON);
    me = 'ben';
    expect(visitAt(NOON + 120 * MINUTE_MS)).toBeNull();
  });

  it('does not go on where nobody looks', () => {
    visitAt(NOON);
    const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const left = opened();
    left.note(NOON + 60 * MINUTE_MS);
    hidden.mockRestore();
    left.note(NOON + 90 * MINUTE_MS);
    expect(left.away()).toEqual({ from: NOON, until: NOON + 90 * MINUTE_MS });
  });

  it.each([
    'no JSON',
    'null',
    '{"seen":"yesterday"}',
    `{"seen":${NOON + MINUTE_MS},"away":null}`,
    `{"seen":${NOON - MINUTE_MS},"away":{"from":5,"until":"x"}}`,
  ])('begins anew with %s', (text) => {
    localStorage.setItem('kenny.visit.anna', text);
    expect(visitAt(NOON)).toBeNull();
  });
});
