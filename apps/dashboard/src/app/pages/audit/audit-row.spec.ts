import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { AuditRowView } from '@kenny/contract/web';
import { AuditRow } from './audit-row';

const EVIL = '<img src=x onerror="alert(1)">\u202E{{1+1}}';

async function shown(row: AuditRowView, inputs: object = {}): Promise<HTMLElement> {
  TestBed.configureTestingModule({ providers: [provideRouter([])] });
  const fixture = TestBed.createComponent(AuditRow);
  fixture.componentRef.setInput('row', row);
  for (const [name, value] of Object.entries(inputs)) fixture.componentRef.setInput(name, value);
  await fixture.whenStable();
  return fixture.nativeElement as HTMLElement;
}

describe('a row of the audit log', () => {
  it('shows names, codes and arguments as text, whatever they look like', async () => {
    const element = await shown({
      ...{ id: 'row-1', at: '2026-11-21T20:00:00Z', chain: 'chain', seq: 7 },
      ...{ prev_sha256: '0'.repeat(64), sha256: 'a'.repeat(64), kind: 'call', door: 'mcp' },
      actor: { kind: 'agent', id: EVIL, name: EVIL },
      ...{ agent_id: 'pc1', tool: 'fs_list', args: { path: EVIL }, ok: false, code: 'blocked' },
      ...{ duration_ms: 2_500, call_id: 'call-1', approval_id: 'apr_1', request_id: null },
      target: EVIL,
    });
    expect(element.querySelector('img, script')).toBeNull();
    expect(element.textContent).toContain('{{1+1}}');
    expect(element.querySelectorAll('mark').length).toBeGreaterThan(2);
    expect(element.textContent).toContain('Blocked');
    expect(element.textContent).toContain('2.5 s');
    expect(element.querySelector('a[href="/approvals/apr_1"]')).not.toBeNull();
  });

  it('says which step of an approval it is, and in the story of one nothing else', async () => {
    const row: AuditRowView = {
      ...{ id: 'row-1', at: '2026-11-21T20:00:00Z', chain: 'chain', seq: 7 },
      ...{ prev_sha256: '0'.repeat(64), sha256: 'a'.repeat(64), kind: 'decision', door: 'http' },
      actor: { kind: 'system', id: 'kenny', name: 'kenny' },
      ...{ agent_id: 'pc1', tool: 'fs_list', args: null, ok: true, code: null, target: 'claim' },
      ...{ duration_ms: null, call_id: 'call-1', approval_id: 'apr_1', request_id: null },
    };
    const words = (element: HTMLElement) =>
      (element.querySelector('summary')?.textContent ?? '').replaceAll(/\s+/g, ' ');
    expect(words(await shown(row))).toMatch(/List a folder · Started.* pc1/);
    TestBed.resetTestingModule();
    const inStory = words(await shown(row, { inStory: true }));
    expect(inStory).toContain('kennyStarted');
    expect(inStory).toMatch(/2026.*\d\d:\d\d:00/);
    expect(inStory).not.toMatch(/ago/);
    // It may still wait: nothing is OK yet.
    expect(inStory).not.toMatch(/List a folder|pc1|OK/);
  });

  it('shows a script as it was written, line by line, under its name', async () => {
    const element = await shown({
      ...{ id: 'row-1', at: '2026-11-21T20:00:00Z', chain: 'chain', seq: 7 },
      ...{ prev_sha256: '0'.repeat(64), sha256: 'a'.repeat(64), kind: 'call', door: 'http' },
      actor: { kind: 'system', id: 'kenny', name: 'kenny' },
      ...{ agent_id: 'pc1', tool: 'shell_exec', args: { command: 'echo "one"\necho two' } },
      ...{ ok: true, code: null, target: null, duration_ms: 292_400, call_id: 'call-1' },
      ...{ approval_id: null, request_id: null },
    });
    expect(element.textContent).toContain('echo "one"\necho two');
    expect(element.textContent).toContain('Command');
    expect(element.textContent).toContain('4 min 52 s');
  });
});
