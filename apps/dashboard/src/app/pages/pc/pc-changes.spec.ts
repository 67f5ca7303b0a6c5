import { TestBed } from '@angular/core/testing';
import { ApiClient } from '../../core/http/api-client';
import { PcChanges } from './pc-changes';

describe('what changed on a PC', () => {
  it('shows a time as times are shown everywhere, and all else as the PC wrote it', async () => {
    const found = {
      ...{ section: 'win_update', what: 'recent: KB1, installed at', at: '2026-11-21T20:00:00Z' },
      ...{ from: '<b>never</b>', to: '2026-11-21T18:02:03.456Z' },
    };
    const changes = () => Promise.resolve({ items: [found], truncated: false });
    TestBed.configureTestingModule({
      providers: [{ provide: ApiClient, useValue: { changes } }],
    });
    const fixture = TestBed.createComponent(PcChanges);
    fixture.componentRef.setInput('agentId', 'pc1');
    fixture.componentRef.setInput('from', '2026-11-20T00:00:00Z');
    await fixture.whenStable();
    const row = (fixture.nativeElement as HTMLElement).querySelector('li .wide');
    expect(row?.querySelector('time')?.getAttribute('datetime')).toBe(found.to);
    expect(row?.textContent).toContain('<b>never</b>');
    expect(row?.textContent).not.toContain('18:02:03.456');
  });
});
