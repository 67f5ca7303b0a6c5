import { DeferBlockBehavior, DeferBlockState, TestBed } from '@angular/core/testing';
import { signal } from '@angular/core';
import { provideRouter } from '@angular/router';
import { LiveSocket } from '../core/subscriptions/live-socket';
import { Session } from '../core/session/session';
import { UserButton } from './user-button';

describe('the button of the person', () => {
  it('stays where it is, and keeps the focus, when the menu behind it comes', async () => {
    const me = signal({ name: 'Anna', scope: 'admin', decide: true, classes: ['change'] });
    TestBed.configureTestingModule({
      deferBlockBehavior: DeferBlockBehavior.Manual,
      providers: [
        provideRouter([]),
        { provide: Session, useValue: { me, reaches: () => true } },
        { provide: LiveSocket, useValue: { state: signal('open'), lastHeard: signal(1) } },
      ],
    });
    const fixture = TestBed.createComponent(UserButton);
    const element = fixture.nativeElement as HTMLElement;
    document.body.append(element);
    await fixture.whenStable();
    const button = element.querySelector('button');
    expect(button?.textContent.replaceAll('\u00a0', ' ')).toContain('Anna · admin');
    button?.focus();
    button?.click();
    const [menu] = await fixture.getDeferBlocks();
    await menu?.render(DeferBlockState.Complete);
    await fixture.whenStable();
    const items = () => document.querySelectorAll('[role=menuitem], [role=menuitemradio]');
    const links = [...items()].map((one) => one.getAttribute('href')).filter(Boolean);
    expect(links).toEqual(['/settings/alerts']);
    expect(document.querySelector('[role=region] [role=menu]')).not.toBeNull();
    expect(element.querySelector('button')).toBe(button);
    expect(button?.getAttribute('aria-expanded')).toBe('true');
    document
      .querySelector('.mat-mdc-menu-panel')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', keyCode: 27, bubbles: true }));
    await fixture.whenStable();
    expect(document.querySelector('.cdk-overlay-container[role]')).toBeNull();
    expect(document.activeElement).toBe(button);
    expect(button?.getAttribute('aria-expanded')).toBe('false');
    element.remove();
  });

  it.each([
    ['Anna', 'admin'],
    ['admin', null],
  ])('says what %s may do, unless the name says so: %s', async (name, words) => {
    const me = signal({ name, scope: 'admin', decide: true, classes: [] });
    TestBed.configureTestingModule({
      deferBlockBehavior: DeferBlockBehavior.Manual,
      providers: [
        { provide: Session, useValue: { me } },
        { provide: LiveSocket, useValue: { state: signal('open'), lastHeard: signal(1) } },
      ],
    });
    const fixture = TestBed.createComponent(UserButton);
    await fixture.whenStable();
    const scope = (fixture.nativeElement as HTMLElement).querySelector('.scope');
    expect(scope?.textContent.replaceAll(/[\s·\u00a0]/g, '') ?? null).toBe(words);
  });

  it('says whether the page is live, in a word, as soon as that is known', async () => {
    const [state, lastHeard] = [signal('connecting'), signal<number | null>(null)];
    TestBed.configureTestingModule({
      deferBlockBehavior: DeferBlockBehavior.Manual,
      providers: [
        {
          provide: Session,
          useValue: { me: signal({ name: 'Anna', scope: 'admin', classes: [] }) },
        },
        { provide: LiveSocket, useValue: { state, lastHeard } },
      ],
    });
    const fixture = TestBed.createComponent(UserButton);
    const mark = () => (fixture.nativeElement as HTMLElement).querySelector('.live');
    await fixture.whenStable();
    expect(mark()?.classList).toContain('unknown');
    state.set('open');
    lastHeard.set(1);
    await fixture.whenStable();
    expect(mark()?.classList).not.toContain('unknown');
    expect(mark()?.textContent).toMatch(/· *Live/);
    state.set('waiting');
    await fixture.whenStable();
    expect(mark()?.textContent).toContain('Not live');
  });
});
