import { BreakpointObserver } from '@angular/cdk/layout';
import { TestBed } from '@angular/core/testing';
import { of } from 'rxjs';
import { PcPageWorld } from '../../../../test/pc-page-world';

describe('the page of a PC on a phone', () => {
  const world = PcPageWorld.forEachTest();
  const { element, text, button, settle, open } = world;
  const seen = (selector: string) => {
    const found = element().querySelector(selector);
    return found !== null && found.closest('[hidden]') === null;
  };
  const folds = () => [...element().querySelectorAll('.fold')].map((one) => one.textContent.trim());

  beforeEach(() => {
    const narrow = { observe: () => of({ matches: true, breakpoints: {} }) };
    TestBed.overrideProvider(BreakpointObserver, { useValue: narrow });
  });

  it('shows what is wrong and what it does now; the rest of its overview is folded', async () => {
    await open();
    expect(text()).toContain('C: is 96 % full');
    expect(seen('kenny-busy-now button')).toBe(true);
    expect(folds()).toEqual(['1 check is fine, 1 could not be read', 'About this PC']);
    expect([seen('.chip'), seen('kenny-pc-about dl'), seen('kenny-pc-charts')]).toEqual([
      false,
      false,
      false,
    ]);
    expect(element().querySelector('kenny-section-card details')?.hasAttribute('open')).toBe(false);
  });

  it('opens a heading, and closes it', async () => {
    await open();
    button(/About this PC/)?.click();
    await settle();
    expect(seen('kenny-pc-about dl')).toBe(true);
    button(/About this PC/)?.click();
    await settle();
    expect(seen('kenny-pc-about dl')).toBe(false);
  });

  it('has each other part one tap away, in place of the overview', async () => {
    await open({ part: 'charts' });
    const links = [...element().querySelectorAll('nav[aria-label="More about this PC"] a')];
    expect(links.map(({ textContent }) => textContent)).toEqual([
      ...['Overview', 'Charts', 'Changes', 'Activity', 'Tools', 'Screen', 'Log'],
    ]);
    expect(links.map((one) => one.getAttribute('aria-current'))).toEqual([
      ...[null, 'true', null, null, null, null, null],
    ]);
    expect(links[0]?.getAttribute('href')).not.toContain('part=');
    expect(links[6]?.getAttribute('href')).toContain('part=log');
    expect([seen('kenny-pc-charts'), seen('kenny-time-range')]).toEqual([true, true]);
    expect([seen('kenny-section-card'), seen('kenny-busy-now')]).toEqual([false, false]);
  });

  it('begins a part at its beginning for who has scrolled down, and moves for nobody else', async () => {
    await open();
    const parts = element().querySelector('kenny-pc-parts');
    const link = element().querySelector<HTMLElement>('nav[aria-label="More about this PC"] a');
    if (!parts || !link) throw new Error('there are no parts');
    const scrolled = jest.fn();
    parts.scrollIntoView = scrolled;
    link.click();
    expect(scrolled).not.toHaveBeenCalled();
    const place = parts.getBoundingClientRect();
    parts.getBoundingClientRect = () => ({ ...place, top: -800 });
    link.click();
    expect(scrolled).toHaveBeenCalledTimes(1);
  });

  it('has the check open that a link led to, and puts the focus on it', async () => {
    await open({ check: 'memory' });
    expect(seen('.chip')).toBe(true);
    expect(document.activeElement?.textContent).toContain('Memory');
    expect(text()).toContain('47 % of memory is in use');
  });
});
