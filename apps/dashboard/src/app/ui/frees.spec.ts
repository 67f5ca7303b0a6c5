import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { FleetAgent } from '@kenny/contract/web';
import { aPc } from '../../../test/a-pc';
import { anApproval } from '../../../test/an-approval';
import { SeenEnds } from '../../../test/seen-ends';
import { FleetStore } from '../core/fleet/fleet-store';
import { ApiClient } from '../core/http/api-client';
import { ApiError } from '../core/http/api-error';
import { Session } from '../core/session/session';
import { Frees } from './frees';

const CLEAN = { tool: 'disk_clean', args: { targets: ['temp'] } };

describe('how much a clean-up among others would free', () => {
  SeenEnds.forEachTest();
  const pc = signal<FleetAgent>(aPc({ agent_id: 'pc1' }));
  const reaches = signal(true);
  const asked: string[] = [];
  let answer: () => Promise<unknown>;
  let catalog: () => Promise<unknown>;

  beforeEach(() => {
    jest.useFakeTimers();
    pc.set(aPc({ agent_id: 'pc1' }));
    reaches.set(true);
    asked.length = 0;
    answer = () => Promise.resolve({ result: { targets: [{ target: 'temp', bytes: 8.7e9 }] } });
    catalog = () =>
      Promise.resolve({
        tools: [],
        remedies: { disk: [{ tool: 'disk_clean', choose: { read: 'a_read' } }] },
      });
    TestBed.configureTestingModule({
      providers: [
        {
          provide: ApiClient,
          useValue: {
            catalog: () => catalog(),
            callTool: (tool: string, { agent_id }: { agent_id: string }) => {
              asked.push(`${tool} ${agent_id}`);
              return answer();
            },
          },
        },
        { provide: FleetStore, useValue: { agent: () => pc(), nameOf: () => 'Mum’s laptop' } },
        { provide: Session, useValue: { reaches } },
      ],
    });
  });

  afterEach(() => jest.useRealTimers());

  const settle = async () => {
    await jest.advanceTimersByTimeAsync(0);
    TestBed.tick();
  };

  async function row(call: { tool: string; args: Record<string, unknown> } = CLEAN) {
    const fixture = TestBed.createComponent(Frees);
    fixture.componentRef.setInput('approval', anApproval({ agent_id: 'pc1', ...call }));
    fixture.componentRef.setInput('brief', true);
    await settle();
    const element = fixture.nativeElement as HTMLElement;
    return {
      words: () => element.textContent.replace(/\s+/g, ' ').trim(),
      lines: () => element.querySelectorAll('.line').length,
      again: () => element.querySelector('button')?.click(),
    };
  }
  const comeIntoView = () => SeenEnds.see(/^$/);

  it('is asked for once its row is in view, and its line is there before', async () => {
    const { words, lines } = await row();
    expect([asked, lines(), words()]).toEqual([[], 1, '']);
    comeIntoView();
    expect(words()).toBe('Asking the PC how much that is…');
    await settle();
    expect([asked, lines(), words()]).toEqual([['a_read pc1'], 1, 'About 8.7 GB']);
  });

  it('is one look for two requests on one PC', async () => {
    const [one, other] = [await row(), await row({ ...CLEAN, args: { targets: ['trash'] } })];
    comeIntoView();
    await settle();
    expect(asked).toEqual(['a_read pc1']);
    expect(one.words()).toContain('8.7');
    expect(other.words()).toBe('Nothing is left to delete there');
    await row();
    comeIntoView();
    await settle();
    expect(asked).toHaveLength(1);
  });

  it('is not asked of a PC that is offline, until it comes back', async () => {
    pc.set(aPc({ agent_id: 'pc1', online: false }));
    const { words, lines } = await row();
    comeIntoView();
    await settle();
    expect([asked, lines(), words()]).toEqual([[], 1, 'Size not known: the PC is offline']);
    pc.set(aPc({ agent_id: 'pc1' }));
    await settle();
    expect(words()).toContain('8.7');
  });

  it('says in its line that it could not be read, and tries again when told to', async () => {
    const good = answer;
    answer = () => Promise.reject(new ApiError('timeout', 'It did not answer.', 'req-1'));
    const { words, lines, again } = await row();
    comeIntoView();
    await settle();
    expect(words()).toMatch(/^Size could not be read\.\s+Try again$/);
    answer = good;
    again();
    await settle();
    expect([asked.length, lines()]).toEqual([2, 1]);
    expect(words()).toContain('8.7');
  });

  it('makes no second request where reading it needs approval', async () => {
    answer = () => Promise.resolve({ approval: anApproval() });
    const first = await row();
    comeIntoView();
    await settle();
    expect(first.words()).toBe('Size not known: that read needs approval');
    await row();
    comeIntoView();
    await settle();
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['of another change', true, { tool: 'shell_exec', args: { command: 'ls' } }],
    ['for who may not ask the PC', false, CLEAN],
  ])('keeps no line %s', async (_what, may, call) => {
    reaches.set(may);
    const { lines } = await row(call);
    comeIntoView();
    await settle();
    expect([asked, lines()]).toEqual([[], 0]);
  });

  it('keeps no line once the server says that no read tells it', async () => {
    catalog = () => Promise.resolve({ tools: [], remedies: {} });
    const { lines } = await row();
    expect(lines()).toBe(0);
  });
});
