import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import type { FleetAgent } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { aRelease } from '../../../../test/a-release';
import { anApproval } from '../../../../test/an-approval';
import { GoesOn } from '../../../../test/goes-on';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { AskFirst, type Question } from '../../ui/ask-first';
import { UpdatePcs } from './update-pcs';

const pc = (agent_id: string, extras: Partial<FleetAgent> = {}) =>
  aPc({ agent_id, name: agent_id, ...extras });
const offline = { online: false };
const unable: Partial<FleetAgent> = {
  meta: { hostname: 'x', os: 'linux', arch: 'x86_64', version: '0.1.0', updatable: false },
};

describe('one button that brings the PCs up to date', () => {
  let asked: unknown[];
  let goesOn: GoesOn;
  let questions: Question[];
  let sure: boolean;
  let answer: (id: string) => Promise<unknown>;
  let went: jest.SpyInstance;

  beforeEach(() => {
    [asked, questions, sure] = [[], [], true];
    goesOn = new GoesOn();
    answer = () => Promise.resolve({ approval: anApproval({ id: 'apr_7' }) });
    const updateAgent = (id: string, body: unknown) => {
      asked.push([id, body]);
      return answer(id);
    };
    const ask = (question: Question) => {
      questions.push(question);
      return Promise.resolve(sure);
    };
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        goesOn.provider,
        {
          provide: ApiClient,
          useValue: { updateAgent, catalog: () => Promise.resolve({ tools: [] }) },
        },
        { provide: AskFirst, useValue: { ask } },
      ],
    });
    jest.spyOn(TestBed.inject(ApprovalsStore), 'load').mockResolvedValue(anApproval());
    went = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
  });

  async function show(...pcs: readonly FleetAgent[]) {
    const fixture = TestBed.createComponent(UpdatePcs);
    const offers = pcs.map((one) => ({ pc: one, release: aRelease('0.2.0') }));
    fixture.componentRef.setInput('offers', offers);
    await fixture.whenStable();
    const element = fixture.nativeElement as HTMLElement;
    const text = () => element.textContent.replace(/\s+/g, ' ').trim();
    const press = async () => {
      element.querySelector('button')?.click();
      await fixture.whenStable();
    };
    return { element, text, press };
  }

  it('is not there while nothing is newer', async () => {
    expect((await show()).text()).toBe('');
  });

  it('shows what the update of a single PC does, then opens its sheet', async () => {
    const { text, press } = await show(pc('mum'));
    expect(text()).toBe('Update 1 PC…');
    await press();
    expect(goesOn.shown).toMatchObject([{ agent_id: 'mum', args: { version: '0.2.0' } }]);
    expect(asked).toEqual([['mum', { version: '0.2.0' }]]);
    expect(questions).toEqual([]);
    expect(went).toHaveBeenCalledWith(['/approvals', 'apr_7'], {});
  });

  it('requests those of several when somebody is sure, and shows what waits', async () => {
    const { text, press } = await show(pc('mum'), pc('leo'));
    expect(text()).toBe('Update 2 PCs…');
    sure = false;
    await press();
    expect(asked).toEqual([]);
    sure = true;
    await press();
    expect(questions[1]).toMatchObject({ name: 'mum, leo', act: 'Ask for 2 updates' });
    expect(asked).toEqual([
      ['mum', { version: '0.2.0' }],
      ['leo', { version: '0.2.0' }],
    ]);
    expect(went).toHaveBeenCalledWith(['/approvals']);
  });

  it('leaves out who is offline or takes no updates, and says so', async () => {
    const { text, press } = await show(pc('mum'), pc('leo', offline), pc('anna', unable));
    expect(text()).toBe(
      'Update 1 PC… One is offline: update it when it is back. ' +
        'One cannot be updated from here: its page says why.',
    );
    await press();
    expect(asked).toEqual([['mum', { version: '0.2.0' }]]);
    const none = await show(
      pc('leo', offline),
      pc('ben', offline),
      pc('a', unable),
      pc('b', unable),
    );
    expect(none.text()).toBe(
      '2 are offline: update them when they are back. ' +
        '2 cannot be updated from here: their pages say why.',
    );
  });

  it('shows those that wait when the server takes no more at once', async () => {
    const full = () => Promise.reject(new ApiError('rate_limited', '2 of your calls wait.', null));
    answer = (id) => (id === 'anna' ? full() : Promise.resolve({}));
    const some = await show(pc('mum'), pc('leo'), pc('anna'), pc('ben'));
    await some.press();
    expect(asked).toHaveLength(3);
    expect(went).toHaveBeenCalledWith(['/approvals']);
    went.mockClear();
    answer = full;
    const none = await show(pc('mum'), pc('leo'));
    await none.press();
    expect(none.text()).toContain('2 of your calls wait.');
    expect(went).not.toHaveBeenCalled();
  });

  it('stays and says why when one is refused', async () => {
    answer = (id) =>
      id === 'leo'
        ? Promise.reject(new ApiError('offline', 'leo is offline.', null))
        : Promise.resolve({});
    const { text, press } = await show(pc('mum'), pc('leo'));
    await press();
    expect(text()).toContain('leo is offline.');
    expect(went).not.toHaveBeenCalled();
  });
});
