import { BreakpointObserver } from '@angular/cdk/layout';
import { TestBed } from '@angular/core/testing';
import { provideRouter, withComponentInputBinding } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import { of } from 'rxjs';
import { pages } from '../pages.routes';
import { Guide } from './guide';

const LONG =
  '# Backups\n\nOne file.\n\n## What\n\na\n\n## Where\n\nb\n\n## Restore\n\nc\n\n## More\n';
const SHORT = '# Metrics\n\nNumbers.\n\n## Read them\n\na\n';

/** Those of the app, of which a page is loaded when it is opened. */
const GUIDES = pages
  .filter(({ path }) => path?.startsWith('guides'))
  .map(({ path = '', data = {} }) => ({ path, data, component: Guide }));

describe('the page of a guide', () => {
  let harness: RouterTestingHarness;
  const page = () => harness.routeNativeElement as HTMLElement;
  const links = () => [...page().querySelectorAll<HTMLAnchorElement>('nav a')];
  /** What the router and the page put off. */
  const settle = async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await harness.fixture.whenStable();
      await new Promise((resolve) => setTimeout(resolve));
    }
  };

  async function open(text: string, { wide = true, at = '' } = {}) {
    const headers = { get: () => 'text/markdown; charset=utf-8' };
    const answer = { ok: true, headers, text: () => Promise.resolve(text) };
    globalThis.fetch = jest.fn(() => Promise.resolve(answer as unknown as Response));
    const screen = { observe: () => of({ matches: wide, breakpoints: {} }) };
    TestBed.configureTestingModule({
      providers: [
        provideRouter(GUIDES, withComponentInputBinding()),
        { provide: BreakpointObserver, useValue: screen },
      ],
    });
    harness = await RouterTestingHarness.create(`/guides/backup${at}`);
    await settle();
  }

  const { fetch, scrollTo, CSS } = globalThis;
  const { scrollIntoView } = Element.prototype;
  beforeEach(() => {
    // Of a browser, and not of the one in tests.
    Object.assign(globalThis, { scrollTo: jest.fn(), CSS: { escape: (id: string) => id } });
    Element.prototype.scrollIntoView = jest.fn();
  });
  afterEach(() => {
    Object.assign(globalThis, { fetch, scrollTo, CSS });
    Element.prototype.scrollIntoView = scrollIntoView;
  });

  it('has a list of its chapters beside it, which leads to each', async () => {
    await open(LONG);
    expect(page().querySelector('nav')?.getAttribute('aria-label')).toBe('On this page');
    expect(page().querySelector('details')).toBeNull();
    expect(links().map((link) => link.textContent)).toEqual(['What', 'Where', 'Restore', 'More']);
    links()[2]?.click();
    await settle();
    expect(links()[2]?.getAttribute('href')).toBe('/guides/backup#restore');
    expect(document.activeElement?.id).toBe('restore');
  });

  it('folds the list under the title where there is no room', async () => {
    await open(LONG, { wide: false });
    const list = page().querySelector('h1 + kenny-guide-contents details');
    expect(list?.hasAttribute('open')).toBe(false);
    expect(links()).toHaveLength(4);
  });

  it('leads to the list of all guides, which leads no further', async () => {
    await open(SHORT);
    expect(page().querySelector('a')?.textContent).toBe('All guides');
    await harness.navigateByUrl('/guides');
    await settle();
    expect(page().textContent).not.toContain('All guides');
  });

  it('searches the guides from their list, which comes back with an empty field', async () => {
    await open('# Help\n\n## For you\n\n- [Backups](backup.md#where) and more\n');
    await harness.navigateByUrl('/guides');
    await settle();
    const field = page().querySelector<HTMLInputElement>('input[type=search]');
    if (!field) throw new Error('there is no field');
    const search = async (words: string) => {
      field.value = words;
      field.dispatchEvent(new Event('input'));
      await settle();
    };
    await search('backups more');
    expect(page().querySelector('[role=status]')?.textContent).toBe('1 guide');
    expect(page().querySelector('li a')?.getAttribute('href')).toBe('/guides/backup#for-you');
    expect(page().querySelector('h2')).toBeNull();
    await search('nonsense');
    expect(page().textContent).toContain('No guide has these words');
    await search('');
    expect(page().querySelector('h2')?.textContent).toBe('For you');
  });

  it('has what is found for developers under a heading of its own', async () => {
    await open('# Help\n\n## For you\n\n- [A](a.md)\n\n## For developers\n\n- [B](b.md)\n');
    await harness.navigateByUrl('/guides');
    await settle();
    const field = page().querySelector<HTMLInputElement>('input[type=search]');
    if (!field) throw new Error('there is no field');
    field.value = 'help';
    field.dispatchEvent(new Event('input'));
    await settle();
    const found = page().querySelectorAll('kenny-guide-search :is(h2, li a)');
    expect([...found].map((one) => one.getAttribute('href') ?? one.textContent)).toEqual([
      ...['/guides/a', 'For developers', '/guides/b'],
    ]);
  });

  it('folds what is for developers, and opens it for who comes for it', async () => {
    await open('# Help\n\n## For you\n\n- one\n\n## For developers\n\n### The server\n\n- two\n');
    const fold = page().querySelector('details');
    expect(page().querySelector('h2')?.textContent).toBe('For you');
    expect(fold?.open).toBe(false);
    expect(fold?.querySelector('summary')?.textContent.trim()).toBe('For developers');
    expect(fold?.textContent).toContain('two');
    expect(fold?.textContent).not.toContain('one');
    await harness.navigateByUrl('/guides/backup#the-server');
    await settle();
    expect(page().querySelector('details')?.open).toBe(true);
  });

  it('has none where there is little to choose from', async () => {
    await open(SHORT);
    expect(page().querySelector('h1')?.textContent).toBe('Metrics');
    expect(page().querySelector('nav')).toBeNull();
  });

  it('arrives at the same chapter again', async () => {
    await open(LONG, { at: '#where' });
    expect(document.activeElement?.id).toBe('where');
    (document.activeElement as HTMLElement).blur();
    links()[1]?.click();
    await settle();
    expect(document.activeElement?.id).toBe('where');
  });
});
