import { TestBed } from '@angular/core/testing';
import type { GatePerson } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { GateWatch } from './gate-watch';

async function saidOf(...people: Partial<GatePerson>[]): Promise<string> {
  const by = { kind: 'operator', id: 'ben', name: 'Ben' };
  const whole = people.map((person) => ({ by, decided: 9, approved: 9, hasty: 9, ...person }));
  const useValue = { gateStats: () => Promise.resolve({ people: whole }) };
  TestBed.configureTestingModule({ providers: [{ provide: ApiClient, useValue }] });
  const fixture = TestBed.createComponent(GateWatch);
  await fixture.whenStable();
  return (fixture.nativeElement as HTMLElement).textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
}

describe('the watch on the gate', () => {
  it('names who decides faster than one can read', async () => {
    expect(await saidOf({ median_ms: 1_200 })).toMatch(/Ben decides faster.* within 1\.2 s of/);
  });

  it('does not say that it took no time at all', async () => {
    expect(await saidOf({ median_ms: 4 })).toContain('within 0.1 s of the request');
  });

  it('says nothing of who reads', async () => {
    expect(await saidOf({ median_ms: 2_000 })).toBe('');
  });

  it('draws no conclusion from a handful of decisions', async () => {
    expect(await saidOf({ median_ms: 300, decided: 4 })).toBe('');
  });
});
