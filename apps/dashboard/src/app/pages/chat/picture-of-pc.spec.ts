import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { SCOPE_RANK, type MeView } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Session } from '../../core/session/session';
import { PictureOfPc } from './picture-of-pc';

/** A picture of one point, whole. */
const WHOLE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** As a conversation keeps a long one. */
const CUT = `${WHOLE.slice(0, 40)}… (cut)`;
const TAKEN = 'Sat, 21 Nov 2026 20:00:00 GMT';

describe('a picture in a conversation', () => {
  let asked: string[];

  beforeEach(() => {
    asked = [];
    // There is none in a page without a browser.
    Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined });
  });

  async function show(base64: string, scope: MeView['scope'], classes: MeView['classes']) {
    const screen = (id: string) => {
      asked.push(id);
      return Promise.resolve({ bytes: new Blob(['x']), taken: TAKEN });
    };
    const audit = () => Promise.resolve({ items: [{}], next_cursor: null });
    const session = {
      reaches: (least: MeView['scope']) => SCOPE_RANK[scope] >= SCOPE_RANK[least],
      holds: (one: MeView['classes'][number]) => classes.includes(one),
    };
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: ApiClient, useValue: { screen, audit } },
        { provide: Session, useValue: session },
      ],
    });
    const fixture = TestBed.createComponent(PictureOfPc);
    fixture.componentRef.setInput('base64', base64);
    fixture.componentRef.setInput('pc', 'pc1');
    fixture.componentRef.setInput('tool', 'a_tool');
    await fixture.whenStable();
    return { fixture, element: fixture.nativeElement as HTMLElement };
  }

  it('is shown when it is whole', async () => {
    const { element } = await show(WHOLE, 'viewer', []);
    expect(element.querySelector('img')?.alt).toContain('pc1');
    expect(element.querySelector('button')).toBeNull();
  });

  it('is the last one of that PC when it was cut, on demand, and says when it was taken', async () => {
    const { fixture, element } = await show(CUT, 'operator', ['sensitive']);
    expect(element.textContent).toContain('it may be newer than what the model saw');
    expect(asked).toEqual([]);
    const buttons = [...element.querySelectorAll('button')];
    buttons.find((one) => one.textContent.includes('Show the last one'))?.click();
    await fixture.whenStable();
    expect(asked).toEqual(['pc1']);
    expect(element.querySelector('img')?.getAttribute('src')).toBe('blob:picture');
    expect(element.querySelector('time')?.getAttribute('datetime')).toBe(
      new Date(TAKEN).toISOString(),
    );
  });

  it.each([
    ['viewer', ['sensitive']],
    ['operator', []],
  ] as const)('is requested by nobody else: a %s with %j', async (scope, classes) => {
    const { element } = await show(CUT, scope, [...classes]);
    expect(element.textContent).toContain('your access does not include screens');
    expect(element.querySelector('button')).toBeNull();
  });
});
