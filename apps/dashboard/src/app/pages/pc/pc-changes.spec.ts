import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { ApiClient } from '../../core/http/api-client';
import { PcChanges } from './pc-changes';
import { rangeOf, type Range } from './time-range';

async function opened(values: unknown[], health: unknown[]): Promise<HTMLElement> {
  const answer = (items: unknown[]) => Promise.resolve({ items, truncated: false });
  const api = { changes: () => answer(values), fleetChanges: jest.fn(() => answer(health)) };
  TestBed.configureTestingModule({
    providers: [provideRouter([]), ...[ApiClient].map((provide) => ({ provide, useValue: api }))],
  });
  const fixture = TestBed.createComponent(PcChanges);
  fixture.componentRef.setInput('agentId', 'pc1');
  fixture.componentRef.setInput('from', '2026-11-20T00:00:00Z');
  await fixture.whenStable();
  expect(api.fleetChanges).toHaveBeenCalledWith({ agent_id: 'pc1', from: '2026-11-20T00:00:00Z' });
  return fixture.nativeElement as HTMLElement;
}

describe('what changed on a PC', () => {
  it('begins with the checks that got worse, better, or were put off', async () => {
    const of = { agent_id: 'pc1', at: '2026-11-21T20:00:00Z', section: 'disk' };
    const page = await opened(
      [],
      [
        { ...of, status: 'ok', snoozed: false, reason: 'C: is 40 % full' },
        { ...of, status: 'ok', snoozed: true, reason: 'C: is 93 % full' },
        { ...of, status: 'crit', snoozed: false, reason: '<b>C: is 98 % full</b>' },
      ],
    );
    expect(page.querySelector('h3')?.textContent).toMatch(/November.*2026/);
    const rows = [...page.querySelectorAll('li')].map((row) =>
      [...row.querySelectorAll('.state, .wide')].map(({ textContent }) => textContent.trim()),
    );
    expect(rows).toEqual([
      ['OK again', 'Disk: C: is 40 % full'],
      ['Snoozed', 'Disk: C: is 93 % full'],
      ['Critical', 'Disk: <b>C: is 98 % full</b>'],
    ]);
    expect(page.querySelector('li a')).toBeNull();
  });

  it('says what would stand there', async () => {
    const page = await opened([], []);
    expect(page.textContent).toMatch(/No check got worse or better .*no programs, accounts/s);
    const wider = page.querySelector('a');
    expect([wider?.textContent.trim(), wider?.getAttribute('href')]).toEqual([
      ...['Show 30 days', '/?range=30d'],
    ]);
  });

  it('tells a check that got worse and the value that did it as one thing', async () => {
    const of = { at: '2026-11-21T20:00:00Z', section: 'printers' };
    const page = await opened(
      [
        { ...of, what: 'Brother, status', from: 'Idle', to: 'Offline' },
        { ...of, section: 'users', what: 'Leo', from: null, to: 'administrator' },
      ],
      [{ ...of, agent_id: 'pc1', status: 'warn', snoozed: false, reason: 'Brother is offline' }],
    );
    const rows = [...page.querySelectorAll('li')].map(({ textContent }) =>
      textContent.replaceAll(/\s+/g, ' ').trim(),
    );
    expect(rows).toEqual([
      expect.stringMatching(
        /Warning\W*Printers: Brother is offline\W*Brother, status: Idle → Offline$/,
      ),
      expect.stringMatching(/Changed\W*Users\W*Leo new: administrator$/),
    ]);
  });

  it('shows a time as times are shown everywhere, and all else as the PC wrote it', async () => {
    const found = {
      ...{ section: 'win_update', what: 'recent: KB1, installed at', at: '2026-11-21T20:00:00Z' },
      ...{ from: '<b>never</b>', to: '2026-11-21T18:02:03.456Z' },
    };
    const page = await opened([found], []);
    const row = page.querySelector('li .wide');
    expect(row?.querySelector('time')?.getAttribute('datetime')).toBe(found.to);
    expect(row?.textContent).toContain('<b>never</b>');
    expect(row?.textContent).not.toContain('18:02:03.456');
  });

  it('does not show the list of one range for another that is on its way', async () => {
    const nothing = () => Promise.resolve({ items: [], truncated: false });
    const api = { changes: nothing, fleetChanges: nothing };
    TestBed.configureTestingModule({
      providers: [provideRouter([]), { provide: ApiClient, useValue: api }],
    });
    const fixture = TestBed.createComponent(PcChanges);
    const page = fixture.nativeElement as HTMLElement;
    const look = (range: Range, from: string) => {
      for (const [name, value] of Object.entries({ agentId: 'pc1', range, from })) {
        fixture.componentRef.setInput(name, value);
      }
    };
    look(rangeOf('1d'), '2026-11-20T00:00:00Z');
    await fixture.whenStable();
    expect(page.textContent).toContain('No check got worse');
    // A report moves the range: what is read stays.
    api.changes = () => new Promise(() => undefined);
    look(rangeOf('1d'), '2026-11-20T00:01:00Z');
    TestBed.tick();
    expect(page.textContent).toContain('No check got worse');
    look(rangeOf('30d'), '2026-10-20T00:00:00Z');
    TestBed.tick();
    expect(page.textContent).toContain('Loading…');
    expect(page.textContent).not.toContain('No check got worse');
  });
});
