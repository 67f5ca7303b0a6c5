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

  it('shows what is wrong and what it does now; all else is a heading', async () => {
    await open();
    expect(text()).toContain('C: is 96 % full');
    expect(seen('kenny-busy-now button')).toBe(true);
    expect(folds().slice(0, 4)).toEqual([
      ...['1 check is fine, 1 could not be read', 'About this PC', 'Charts', 'Changes'],
    ]);
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

  it('opens the heading over the form of its details, which is asked for beside its name', async () => {
    await open();
    element().querySelector<HTMLElement>('kenny-pc-head [aria-label="Edit details"]')?.click();
    await settle();
    expect(seen('kenny-pc-naming form')).toBe(true);
    button(/^\s*Cancel/)?.click();
    await settle();
    expect(seen('kenny-pc-about dl')).toBe(true);
  });

  it('opens the part that stands in the address, whose heading closes it', async () => {
    await open({ part: 'charts' });
    expect(seen('kenny-pc-charts')).toBe(true);
    expect(text()).toContain('Disk is shown above.');
    expect(seen('kenny-time-range')).toBe(true);
    const [charts, changes] = ['Charts', 'Changes'].map((name) =>
      [...element().querySelectorAll('kenny-pc-parts .fold')].find(
        (one) => one.textContent.trim() === name,
      ),
    );
    expect(charts?.getAttribute('aria-expanded')).toBe('true');
    expect(charts?.getAttribute('href')).not.toContain('part=');
    expect(changes?.getAttribute('href')).toContain('part=changes');
  });

  it('has each part one tap away, and comes back to one that is open already', async () => {
    await open({ part: 'tools' });
    const links = [...element().querySelectorAll<HTMLAnchorElement>('nav.jump a')];
    expect(links.map(({ textContent }) => textContent)).toEqual([
      ...['Overview', 'Charts', 'Changes', 'Activity', 'Tools', 'Screen', 'Log'],
    ]);
    expect(links.map((one) => one.getAttribute('aria-current'))).toEqual([
      ...[null, null, null, null, 'true', null, null],
    ]);
    expect(links[0]?.getAttribute('href')).not.toContain('part=');
    expect(links[6]?.getAttribute('href')).toContain('part=log');
    const gone: string[] = [];
    jest.spyOn(globalThis, 'scrollTo').mockImplementation(() => gone.push('top'));
    for (const heading of element().querySelectorAll('.fold')) {
      heading.scrollIntoView = () => gone.push(heading.textContent.trim());
    }
    links[4]?.click();
    links[0]?.click();
    await settle();
    expect(gone).toEqual(['Tools', 'top']);
    jest.restoreAllMocks();
  });

  it('goes to the part that stands in the address, not to the top of the page', async () => {
    await open({ part: 'tools' });
    expect(document.activeElement?.textContent?.trim()).toBe('Tools');
  });

  it('has the check open that a link led to, and puts the focus on it', async () => {
    await open({ check: 'memory' });
    expect(seen('.chip')).toBe(true);
    expect(document.activeElement?.textContent).toContain('Memory');
    expect(text()).toContain('47 % of memory is in use');
  });
});
