import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import type { FleetAgent, ReleaseView } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { anApproval } from '../../../../test/an-approval';
import { GoesOn } from '../../../../test/goes-on';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { PcUpdate } from './pc-update';

const RELEASE: ReleaseView = {
  ...{ name: 'linux-x86_64-kenny-agent-0.2.0', version: '0.2.0', os: 'linux', arch: 'x86_64' },
  ...{ size: 91_000_000, sha256: 'cd'.repeat(32), verified: true },
  published_at: '2026-06-04T12:00:00Z',
  published_by: { kind: 'operator', id: 'admin', name: 'admin' },
};

describe('a newer version of the agent on the page of a PC', () => {
  let asked: unknown[];
  let goesOn: GoesOn;
  let answer: () => Promise<unknown>;
  let loaded: jest.SpyInstance;
  let went: jest.SpyInstance;

  beforeEach(() => {
    asked = [];
    goesOn = new GoesOn();
    answer = () => Promise.resolve({ approval: anApproval({ id: 'apr_7' }) });
    const updateAgent = (id: string, body: unknown) => {
      asked.push([id, body]);
      return answer();
    };
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        goesOn.provider,
        {
          provide: ApiClient,
          useValue: { updateAgent, catalog: () => Promise.resolve({ tools: [] }) },
        },
      ],
    });
    loaded = jest.spyOn(TestBed.inject(ApprovalsStore), 'load').mockResolvedValue(anApproval());
    went = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
  });

  async function show(pc: FleetAgent = aPc(), release: ReleaseView | undefined = RELEASE) {
    const fixture = TestBed.createComponent(PcUpdate);
    fixture.componentRef.setInput('pc', pc);
    fixture.componentRef.setInput('release', release);
    await fixture.whenStable();
    const element = fixture.nativeElement as HTMLElement;
    const text = () => element.textContent.replace(/\s+/g, ' ');
    const press = async () => {
      element.querySelector('button')?.click();
      await fixture.whenStable();
    };
    return { element, text, press };
  }

  it('says what runs and what there is, and asks for that one; the sheet opens', async () => {
    const { element, text, press } = await show();
    expect(text()).toContain('Agent 0.1.0 runs here, and 0.2.0 is published.');
    expect(element.querySelector('button')?.textContent.trim()).toBe('Update to 0.2.0…');
    expect(asked).toEqual([]);
    await press();
    expect(goesOn.shown).toMatchObject([{ agent_id: 'pc1', args: { version: '0.2.0' } }]);
    expect(asked).toEqual([['pc1', { version: '0.2.0' }]]);
    expect(loaded).toHaveBeenCalledWith('apr_7');
    expect(went).toHaveBeenCalledWith(['/approvals', 'apr_7'], {});
  });

  it('asks once, however often it is pressed', async () => {
    let done: (value: unknown) => void = () => undefined;
    answer = () => new Promise((resolve) => (done = resolve));
    const { element, press } = await show();
    await press();
    expect(element.querySelector('button')?.disabled).toBe(true);
    await press();
    expect(asked).toHaveLength(1);
    done({ result: {} });
  });

  it('stays where it is when no approval is needed', async () => {
    answer = () => Promise.resolve({ result: { ok: true } });
    const { press } = await show();
    await press();
    expect(went).not.toHaveBeenCalled();
  });

  it('says why it cannot be asked for, and may be asked again', async () => {
    answer = () => Promise.reject(new ApiError('not_found', 'No release 0.2.0', 'req_1'));
    const { element, text, press } = await show();
    await press();
    expect(text()).toContain('No release 0.2.0');
    expect(went).not.toHaveBeenCalled();
    expect(element.querySelector('button')?.disabled).toBe(false);
    await press();
    expect(asked).toHaveLength(2);
  });

  it('asks nothing of a PC that is away', async () => {
    const { element, text } = await show(aPc({ online: false }));
    expect(element.querySelector('button')).toBeNull();
    expect(text()).toContain('It can be updated when it is connected again.');
  });

  it.each([
    ['macos', true, 'Agents on macOS cannot'],
    ['linux', false, 'not installed as a service'],
    ['windows', true, 'packaged without a release key'],
  ] as const)(
    'says of an agent on %s that takes no updates (a service: %s) what to do about it',
    async (os, service, words) => {
      const meta = { hostname: 'x', os, service, version: '0.1.0', updatable: false } as const;
      const { element, text } = await show(aPc({ meta }));
      expect(element.querySelector('button')).toBeNull();
      expect(text()).toContain('0.2.0 is published.');
      expect(text()).toContain('This agent cannot be updated from here.');
      expect(text()).toContain(words);
    },
  );

  it('shows what a PC says of its version as text', async () => {
    const meta = { hostname: 'x', os: 'linux', version: '<b>1\u202e' } as const;
    const { element, text } = await show(aPc({ meta }));
    expect(element.querySelector('b')).toBeNull();
    expect(text()).not.toContain('\u202e');
  });
});
