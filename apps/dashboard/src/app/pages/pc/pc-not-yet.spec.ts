import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { aPc } from '../../../../test/a-pc';
import { PcPageWorld } from '../../../../test/pc-page-world';
import { PcRemoval } from '../../ui/pc-removal';

describe('a PC that has never connected', () => {
  const world = PcPageWorld.forEachTest();
  const pc = aPc({
    ...{ online: false, last_seen: null, meta: null, overall: 'unknown' },
    added_at: '2026-11-21T10:00:00Z',
  });
  const words = () => world.element().textContent.replaceAll(/\s+/g, ' ');
  const buttons = () =>
    [...world.element().querySelectorAll<HTMLElement>('button, a[matButton]')].map((one) =>
      (one.textContent ?? '').trim(),
    );

  beforeEach(async () => {
    world.live = pc;
    world.agent = () => Promise.resolve(pc);
    await world.open();
  });

  it('has one name, once, and leads to its installer', () => {
    expect(words().match(/not connected yet/gi)).toHaveLength(1);
    expect(words()).not.toMatch(/unknown|offline|never/i);
    const way = world.element().querySelector('a[href^="/settings/add"]');
    expect(way?.getAttribute('href')).toBe('/settings/add?pc=pc1');
  });

  it('has no button and no tab that cannot work', () => {
    expect(buttons().join()).not.toMatch(/Run a tool|Help remotely|Ask Claude/);
    expect(world.element().querySelector('kenny-pc-parts, [role=tab]')).toBeNull();
  });

  it('can be given another name before it connects', async () => {
    world.element().querySelector<HTMLElement>('[aria-label="Edit details"]')?.click();
    await world.settle();
    const form = world.element().querySelector('kenny-pc-head + kenny-pc-naming form');
    expect(document.activeElement).toBe(form?.querySelector('input'));
  });

  it('is removed here, and then its page is left', async () => {
    const remove = jest.spyOn(TestBed.inject(PcRemoval), 'remove').mockResolvedValue(true);
    const leave = jest.spyOn(TestBed.inject(Router), 'navigateByUrl').mockResolvedValue(true);
    const button = [...world.element().querySelectorAll('button')].find(({ textContent }) =>
      textContent.includes('Remove this PC'),
    );
    button?.click();
    await world.settle();
    expect(remove).toHaveBeenCalledWith(pc);
    expect(leave).toHaveBeenCalledWith('/fleet');
  });
});
