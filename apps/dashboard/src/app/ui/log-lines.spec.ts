import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { EventView } from '@kenny/contract/web';
import { FleetStore } from '../core/fleet/fleet-store';
import { ApiClient } from '../core/http/api-client';
import { LogLines } from './log-lines';

const LINE: EventView = {
  ...{ id: 1, at: '2026-06-01T12:00:00Z', source: 'server', agent_id: 'old-netbook' },
  ...{ level: 'info', event: 'agent.offline', target: null },
  ...{ message: 'Disconnected: the PC stopped answering.', fields: null },
};

const BACK: EventView = {
  ...{ ...LINE, id: 2, at: '2026-06-01T12:01:20Z' },
  ...{ event: 'agent.online', message: 'Connected.' },
};

async function show(...items: EventView[]): Promise<string> {
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      { provide: FleetStore, useValue: { nameOf: () => 'Old netbook' } },
      {
        provide: ApiClient,
        useValue: { events: () => Promise.resolve({ items, next_cursor: null }) },
      },
    ],
  });
  const fixture: ComponentFixture<LogLines> = TestBed.createComponent(LogLines);
  fixture.componentRef.setInput('query', {});
  fixture.componentRef.setInput('named', true);
  await fixture.whenStable();
  return (fixture.nativeElement as HTMLElement).textContent.replaceAll(/\s+/g, ' ');
}

describe('a line of the log', () => {
  it('says what happened in words, each apart from the next', async () => {
    expect(await show(LINE)).toMatch(
      /\d\d:\d\d.*Old netbook ?Disconnected: the PC stopped answering\./,
    );
  });

  it('tells a PC that went away and came back once, and how it went', async () => {
    const text = await show({ ...BACK, fields: { version: '0.1.0' } }, LINE);
    expect(text).toMatch(
      /Away for 1 min 20 s, from \d+:00:00( PM| AM)?\. ?Disconnected: the PC stopped answering\. Agent 0\.1\.0/,
    );
    expect(text).not.toContain('Connected.');
  });

  it('names the day from which a PC was away where that is another one', async () => {
    const text = await show(BACK, { ...LINE, at: '2026-05-29T12:01:20Z' });
    expect(text).toMatch(/Away for 3 d, from .*May.*2026/);
  });

  it.each<[string, EventView[]]>([
    ['of another PC', [BACK, { ...LINE, agent_id: 'pc2' }]],
    ['that came back before', [LINE, BACK]],
    ['twice in a row', [BACK, { ...BACK, id: 3 }]],
  ])('leaves apart what is no absence: %s', async (_, lines) => {
    const text = await show(...lines);
    expect(text).not.toContain('Away for');
    expect(text).toContain('Connected.');
  });

  it('says what more is known of it, without braces', async () => {
    const fields = { forged: true, left_out_before: 2, of: { deep: ['<b>'] } };
    const text = await show({ ...LINE, level: 'warn', event: 'frame.dropped', fields });
    expect(text).toMatch(/Warning ?Old netbook/);
    expect(text).toContain('forged: yes · 2 more like it before · of: {"deep":["<b>"]}');
  });

  it('says whose version that is', async () => {
    const fields = { version: '0.1.0', os: 'linux' };
    expect(await show({ ...LINE, message: 'Connected.', fields })).toMatch(
      /Connected\. Agent 0\.1\.0 *$/,
    );
  });

  it('says from where somebody came, without brackets', async () => {
    const addresses = ['192.0.2.1', '192.0.2.2'];
    expect(await show({ ...LINE, fields: { addresses } })).toContain('From 192.0.2.1, 192.0.2.2');
    TestBed.resetTestingModule();
    expect(await show({ ...LINE, fields: { address: '192.0.2.1' } })).toContain('From 192.0.2.1');
  });

  it('says of a line of an agent only what it is about', async () => {
    const log = { ...LINE, source: 'agent', event: 'log', message: 'the printer is away' } as const;
    expect(await show({ ...log, target: 'agent' })).toMatch(/Old netbook ?the printer is away/);
    TestBed.resetTestingModule();
    const part = await show({ ...log, target: 'update' });
    expect(part).toMatch(/Old netbook ?update: the printer is away/);
  });

  it('leaves out what is not so', async () => {
    const text = await show({ ...LINE, event: 'some.thing', fields: { forged: false } });
    expect(text).toContain('Disconnected');
    expect(text).not.toContain('forged');
  });

  it('has the PC’s own time only where its clock is another', async () => {
    const log = { ...LINE, source: 'agent', event: 'log' } as const;
    const same = await show({ ...log, fields: { agent_at: '2026-06-01T12:00:30Z' } });
    expect(same).not.toContain('agent at');
    TestBed.resetTestingModule();
    const other = await show({ ...log, fields: { agent_at: '2026-06-01T14:00:30Z' } });
    expect(other).toContain('agent at: 2026-06-01T14:00:30Z');
  });
});
