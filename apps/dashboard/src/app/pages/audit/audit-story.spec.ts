import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { AuditRowView } from '@kenny/contract/web';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { AuditStory } from './audit-story';

const row = (seq: number, target: string, at: string): AuditRowView => ({
  ...{ id: `row-${seq}`, seq, at, chain: 'chain', kind: 'decision', door: 'http', target },
  ...{ prev_sha256: '0'.repeat(64), sha256: 'a'.repeat(64), agent_id: 'pc1', tool: 'fs_list' },
  actor: { kind: 'operator', id: 'anna', name: 'Anna' },
  ...{
    args: { path: '/home/<b>anna' },
    ok: true,
    code: null,
    duration_ms: null,
    call_id: null,
    request_id: null,
  },
  approval_id: 'apr_1',
});

async function shown(...rows: AuditRowView[]): Promise<HTMLElement> {
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      { provide: FleetStore, useValue: { nameOf: (id: string) => id, agent: () => undefined } },
      { provide: ApiClient, useValue: { catalog: () => Promise.resolve({ tools: [] }) } },
    ],
  });
  const fixture = TestBed.createComponent(AuditStory);
  fixture.componentRef.setInput('story', { key: 'apr_1', rows });
  await fixture.whenStable();
  const page = fixture.nativeElement as HTMLElement;
  page.querySelector('details')?.setAttribute('open', '');
  page.querySelector('details')?.dispatchEvent(new Event('toggle'));
  await fixture.whenStable();
  return page;
}

it('a request says what it does, and its steps as they happened, each with day and time', async () => {
  const page = await shown(
    row(3, 'hand_over', '2026-11-21T20:06:00Z'),
    row(2, 'approve', '2026-11-21T20:04:00Z'),
    row(1, 'request', '2026-11-21T20:00:00Z'),
  );
  expect(page.querySelector('.does')?.textContent).toBe('Lists the folder /home/<b>anna on pc1.');
  expect(page.querySelector('.moment')?.textContent).toMatch(/:04/);
  const steps = [...page.querySelectorAll('kenny-audit-row summary.step')];
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/2026.*:00:00.*Asked/s),
    expect.stringMatching(/2026.*:04:00.*Approved/s),
    expect.stringMatching(/2026.*:06:00.*Collected the result/s),
  ]);
});

it('what was asked again after a denial is called as the request was, and leads to it', async () => {
  const again = row(4, 'apr_0', '2026-11-21T20:06:00Z');
  const call = {
    kind: 'call',
    approval_id: null,
    ok: false,
    code: 'denied',
    duration_ms: 48,
  } as const;
  const page = await shown({ ...again, ...call });
  expect(page.querySelector('.does')?.textContent).toBe('Lists the folder /home/<b>anna on pc1.');
  const link = [...page.querySelectorAll('a')].find((one) => /denial/.test(one.textContent));
  expect(link?.getAttribute('href')).toBe('/approvals/apr_0');
  const step = page.querySelector('kenny-audit-row summary.step');
  expect(step?.textContent).toMatch(/Asked again.*Already denied\s*$/s);
});

it('a task that was created and started leads to it, and opens to every step with its own details', async () => {
  const alone = { tool: null, agent_id: null, approval_id: null, kind: 'task' } as const;
  const start = row(2, 't1', '2026-11-21T20:00:01Z');
  const create = row(1, 't1', '2026-11-21T20:00:00Z');
  const page = await shown(
    { ...start, ...alone, args: { action: 'start', priority: 3 } },
    { ...create, ...alone, args: { action: 'create', title: 'Slow PC' } },
  );
  expect(page.querySelector('.told')?.textContent).toMatch(/anna.*created and started.*Slow PC/is);
  expect(page.querySelector('a[href="/tasks/t1"]')).not.toBeNull();
  const steps = [...page.querySelectorAll('kenny-audit-row')];
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Created the task “Slow PC”/),
    expect.stringMatching(/Started a task.*priority.*3/is),
  ]);
});

it('a look at what the request is about is a step of it that says so', async () => {
  const look = { ...row(2, '', '2026-11-21T20:01:00Z'), kind: 'call', tool: 'fs_drives' } as const;
  const page = await shown(
    { ...look, target: null, approval_id: null },
    row(1, 'request', '2026-11-21T20:00:00Z'),
  );
  const [, step] = page.querySelectorAll('kenny-audit-row summary.step');
  expect(step?.textContent).toMatch(/· for this request/);
  expect(page.querySelector('a[href="/approvals/apr_1"]')).not.toBeNull();
});
