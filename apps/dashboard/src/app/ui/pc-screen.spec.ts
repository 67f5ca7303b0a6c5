import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { aPc } from '../../../test/a-pc';
import type { Sending } from '../core/approvals/sheet-opener';
import { FleetStore } from '../core/fleet/fleet-store';
import { ApiClient } from '../core/http/api-client';
import { ApiError } from '../core/http/api-error';
import type { Mutation } from '../core/http/mutation';
import type { Picture } from '../core/http/api-sender';
import { AskToRun } from './ask-to-run';
import { PcScreen } from './pc-screen';

const runAtOnce = (asking: Mutation, _call: unknown, send: Sending) => asking.run(send);

describe('the last picture of a screen', () => {
  const asked: string[] = [];
  const calls: unknown[] = [];
  let online: boolean;
  let audit: () => Promise<unknown>;
  let result: unknown;
  let answer: () => Promise<Picture | null>;

  beforeEach(() => {
    asked.length = 0;
    calls.length = 0;
    // There is none in a page without a browser.
    Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined });
    online = true;
    audit = () => Promise.resolve({ items: [{}], next_cursor: null });
    const callTool = (tool: string, body: unknown) => {
      calls.push([tool, body]);
      return Promise.resolve(result);
    };
    const screen = (id: string) => {
      asked.push(id);
      return answer();
    };
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: ApiClient, useValue: { screen, callTool, audit: () => audit() } },
        { provide: FleetStore, useValue: { agent: () => aPc({ online }) } },
        { provide: AskToRun, useValue: { ask: runAtOnce } },
      ],
    });
  });

  async function press(element: HTMLElement, words: string): Promise<void> {
    [...element.querySelectorAll('button')].find((one) => one.textContent.includes(words))?.click();
    await Promise.resolve();
  }

  async function aLook(words = 'Show the last one') {
    const fixture = TestBed.createComponent(PcScreen);
    fixture.componentRef.setInput('agentId', 'pc1');
    fixture.componentRef.setInput('name', 'Anna\u202es laptop');
    fixture.componentRef.setInput('tool', 'a_tool');
    await fixture.whenStable();
    const element = fixture.nativeElement as HTMLElement;
    expect(asked).toEqual([]);
    await press(element, words);
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
    const save = element.querySelector('a[download]');
    expect(save?.textContent).toBe('Save picture');
    expect(save?.getAttribute('href')).toBe('blob:picture');
    expect(save?.getAttribute('download')).toBe('pc1 2026-11-21 20.00.png');
    fixture.componentRef.setInput('agentId', 'pc2');
    await fixture.whenStable();
    expect(element.querySelector('img')).toBeNull();
    expect(element.querySelector('a[download]')).toBeNull();
  });

  it('is taken anew by one click, and stands in its place', async () => {
    const bytes = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
    const image_b64 = btoa(String.fromCharCode(...bytes));
    result = { result: { image_b64, format: 'png' } };
    const { element } = await aLook('Take a screenshot');
    expect(calls).toEqual([['a_tool', { agent_id: 'pc1', args: {} }]]);
    expect(element.querySelector('img')?.getAttribute('src')).toBe('blob:picture');
    expect(element.textContent).toContain('Taken just now');
  });

  it.each([
    ['was told', { person_told: true }, 'Their desktop got a notice'],
    ['could not be told', { person_told: false }, 'No notice could be shown there'],
    ['was told nothing by an older agent', {}, 'tells nobody until it is updated'],
  ])('says that the person at the PC %s', async (_what, told, words) => {
    result = { result: { image_b64: '', format: 'png', ...told } };
    const { fixture, element } = await aLook('Take a screenshot');
    expect(element.textContent).toContain(words);
    fixture.componentRef.setInput('agentId', 'pc2');
    await fixture.whenStable();
    expect(element.textContent).toContain('does not ask the person at the PC first');
  });

  it('says nothing of that beside an older picture, which somebody else may have taken', async () => {
    result = { result: { image_b64: '', format: 'png', person_told: true } };
    answer = () => Promise.resolve(null);
    const { fixture, element } = await aLook('Take a screenshot');
    await press(element, 'Show the last one');
    await fixture.whenStable();
    expect(element.textContent).not.toContain('got a notice of it');
  });

  it('is not asked for anew while the PC is away', async () => {
    online = false;
    const { element } = await aLook('Take a screenshot');
    expect(calls).toEqual([]);
    const button = element.querySelector('button');
    expect(button?.disabled).toBe(true);
    const why = element.querySelector(`#${button?.getAttribute('aria-describedby')}`);
    expect(why?.textContent).toBe('The PC is offline: there can be no new one.');
  });

  it('is offered only where one was taken, or that cannot be told', async () => {
    const offers = async () => (await aLook('none')).element.textContent.includes('the last one');
    expect(await offers()).toBe(true);
    audit = () => Promise.resolve({ items: [], next_cursor: null });
    expect(await offers()).toBe(false);
    audit = () => Promise.reject(new ApiError('unavailable', 'not now', null));
    expect(await offers()).toBe(true);
  });

  it('says that there is none', async () => {
    answer = () => Promise.resolve(null);
    const { element } = await aLook();
    expect(element.textContent).toContain('No screenshot from the last hour');
  });

  it('says why it may not be seen', async () => {
    answer = () => Promise.reject(new ApiError('forbidden', 'this token may not', 'req_1'));
    const { element } = await aLook();
    expect(element.textContent).toContain('this token may not');
  });
});
