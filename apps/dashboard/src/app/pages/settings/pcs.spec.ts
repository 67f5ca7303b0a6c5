import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { FleetAgent, LimitView } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { PcRemoval } from '../../ui/pc-removal';
import { Pcs } from './pcs';

describe('the PCs in the settings', () => {
  let limits: LimitView[];

  async function show(...pcs: readonly FleetAgent[]): Promise<HTMLElement> {
    const api = {
      helpLink: () => Promise.resolve({ link: null }),
      tagLimits: () => Promise.resolve({ items: limits }),
      catalog: () => Promise.resolve({ tools: [], thresholds: {} }),
    };
    const fleet = { agents: signal(pcs), ready: signal(true), error: signal(null) };
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: ApiClient, useValue: api },
        { provide: FleetStore, useValue: fleet },
        { provide: PcRemoval, useValue: {} },
      ],
    });
    const fixture = TestBed.createComponent(Pcs);
    await fixture.whenStable();
    return fixture.nativeElement as HTMLElement;
  }

  beforeEach(() => {
    limits = [];
  });

  it('say whose they are, and whether they connect: how they are is under Fleet', async () => {
    const page = await show(
      aPc({ name: 'Mum <b>laptop</b>', owner: 'Mum', tags: ['family'], overall: 'crit' }),
      aPc({ agent_id: 'pc2', name: 'New', overall: 'unknown', online: false, last_seen: null }),
    );
    const [first, second] = [...page.querySelectorAll('ul[aria-label=PCs] li')].map((row) =>
      row.textContent.replaceAll(/\s+/g, ' ').trim(),
    );
    expect(first).toMatch(/^Mum <b>laptop<\/b> pc1 ?Mum ?#family ?connected$/);
    expect(second).toMatch(/^New pc2 ?not connected yet$/);
    expect(page.querySelector('p a')?.getAttribute('href')).toBe('/fleet');
  });

  it('stand by name, and say when those that are away were last seen', async () => {
    const away = { overall: 'offline', online: false, last_seen: '2026-06-01T12:00:00Z' } as const;
    const page = await show(
      aPc({ name: 'Zoe', overall: 'crit' }),
      aPc({ agent_id: 'pc2', name: 'anna', ...away }),
      aPc({ agent_id: 'pc3', name: 'Mum', overall: 'ok' }),
    );
    const rows = [...page.querySelectorAll('ul[aria-label=PCs] li')];
    expect(rows.map((row) => row.querySelector('a')?.textContent)).toEqual(['anna', 'Mum', 'Zoe']);
    expect(rows[0]?.textContent.replaceAll(/\s+/g, ' ')).toMatch(/last seen .* ago/);
    expect(rows[2]?.textContent).not.toContain('last seen');
  });

  it('have heads over their columns, which nobody hears', async () => {
    const heads = (page: HTMLElement) => page.querySelector('.columns');
    const shown = heads(await show(aPc()));
    expect([...(shown?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      ...['Name', 'PC ID', 'Owner and tags', 'Seen'],
    ]);
    expect(shown?.getAttribute('aria-hidden')).toBe('true');
    TestBed.resetTestingModule();
    expect(heads(await show())).toBeNull();
  });

  it('are followed by remote help and limits, folded, each with how it is', async () => {
    limits = [
      {
        ...{ section: 'disk', field: 'percent_used', tag: 'family', warn: 90, crit: null },
        ...{ by: 'Anna', at: '2026-06-04T12:00:00Z' },
      },
    ];
    const folds = [...(await show(aPc())).querySelectorAll('details')];
    expect(folds.map(({ open }) => open)).toEqual([false, false]);
    const words = folds.map((one) => one.querySelector('summary')?.textContent.trim());
    expect(words[0]).toMatch(/^Remote help\s+· None/);
    expect(words[1]).toMatch(/^When a check warns\s+· 1 limit of your own/);
  });

  it('need a tag before a limit for some of them', async () => {
    const page = await show(aPc());
    expect(page.textContent).toContain('Give some PCs a tag first');
  });
});
