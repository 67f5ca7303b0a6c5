import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { ApiClient } from '../core/http/api-client';
import { ApiError } from '../core/http/api-error';
import type { Picture } from '../core/http/api-sender';
import { PcScreen } from './pc-screen';

describe('the last picture of a screen', () => {
  const asked: string[] = [];
  let answer: () => Promise<Picture | null>;

  beforeEach(() => {
    asked.length = 0;
    // There is none in a page without a browser.
    Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined });
    const screen = (id: string) => {
      asked.push(id);
      return answer();
    };
    TestBed.configureTestingModule({
      providers: [provideRouter([]), { provide: ApiClient, useValue: { screen } }],
    });
  });

  async function aLook() {
    const fixture = TestBed.createComponent(PcScreen);
    fixture.componentRef.setInput('agentId', 'pc1');
    fixture.componentRef.setInput('name', 'Anna\u202es laptop');
    fixture.componentRef.setInput('tool', 'a_tool');
    await fixture.whenStable();
    const element = fixture.nativeElement as HTMLElement;
    expect(asked).toEqual([]);
    element.querySelector('button')?.click();
    await fixture.whenStable();
    return { fixture, element };
  }

  it('comes when somebody asks for it, and says whose it is and from when', async () => {
    const taken = 'Sat, 21 Nov 2026 20:00:00 GMT';
    answer = () => Promise.resolve({ bytes: new Blob(['x']), taken });
    const { fixture, element } = await aLook();
    expect(asked).toEqual(['pc1']);
    const picture = element.querySelector('img');
    expect(picture?.getAttribute('src')).toBe('blob:picture');
    expect(picture?.alt).toMatch(/^Screen of Anna.*s laptop$/);
    expect(picture?.alt).not.toContain('\u202e');
    expect(element.querySelector('time')?.getAttribute('datetime')).toBe(
      '2026-11-21T20:00:00.000Z',
    );
    fixture.componentRef.setInput('agentId', 'pc2');
    await fixture.whenStable();
    expect(element.querySelector('img')).toBeNull();
  });

  it('says that there is none; one is taken beside it', async () => {
    answer = () => Promise.resolve(null);
    const { element } = await aLook();
    expect(element.textContent).toContain('No screenshot from the last hour');
    expect(element.querySelector('a')?.getAttribute('href')).toBe('/fleet/pc1?tool=a_tool');
  });

  it('says why it may not be seen', async () => {
    answer = () => Promise.reject(new ApiError('forbidden', 'this token may not', 'req_1'));
    const { element } = await aLook();
    expect(element.textContent).toContain('this token may not');
  });
});
