import { Clipboard } from '@angular/cdk/clipboard';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { ChatSessionDetail, ChatToolEvent } from '@kenny/contract/web';
import { aChat, aTurn } from '../../../../test/a-chat';
import { aPc } from '../../../../test/a-pc';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { Session } from '../../core/session/session';
import { ConversationPage } from './conversation-page';

const HOSTILE = '<script>alert(1)</script>';

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

describe('the page of a conversation', () => {
  const real = globalThis.ResizeObserver;
  let fixture: ComponentFixture<ConversationPage>;
  let answer: () => Promise<ChatSessionDetail>;
  let pages: ChatSessionDetail[];

  const page = () => fixture.nativeElement as HTMLElement;
  const words = () => (page().textContent ?? '').replace(/\s+/g, ' ');
  const button = (name: string) =>
    [...page().querySelectorAll('button')].find(({ textContent }) => textContent.trim() === name);
  const settle = async () => {
    await fixture.whenStable();
    TestBed.tick();
  };

  async function show(): Promise<void> {
    fixture = TestBed.createComponent(ConversationPage);
    fixture.componentRef.setInput('session', 's1');
    await settle();
  }

  beforeEach(() => {
    Object.assign(globalThis, { ResizeObserver: NoObserver });
    answer = () => Promise.resolve(aChat([aTurn()]));
    pages = [];
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        {
          provide: ApiClient,
          useValue: {
            chat: (_id: string, { cursor }: { cursor?: string }) =>
              cursor === undefined ? answer() : Promise.resolve(pages.shift()),
            chats: () => Promise.resolve({ items: [], next_cursor: null }),
            catalog: () => Promise.resolve({ tools: [] }),
          },
        },
        { provide: Session, useValue: { me: () => ({ id: 'anna' }), mayDecide: () => true } },
      ],
    });
  });
  afterEach(() => {
    fixture.destroy();
    Object.assign(globalThis, { ResizeObserver: real });
  });

  it('says that it waits for the server', async () => {
    answer = () => new Promise<never>(() => undefined);
    fixture = TestBed.createComponent(ConversationPage);
    fixture.componentRef.setInput('session', 's1');
    TestBed.tick();
    expect(words()).toContain('Loading…');
  });

  it('says why there is nothing to show, and where to go', async () => {
    answer = () => Promise.reject(new ApiError('not_found', 'there is no conversation s1', 'r'));
    await show();
    expect(words()).toContain('there is no conversation s1');
    expect(words()).toContain('Start a new conversation');
  });

  it('shows what was asked, what was answered and what it has cost', async () => {
    const usage = { input_tokens: 1204, output_tokens: 96, cache_read_input_tokens: 0 };
    const cost = { amount: 0.012, currency: 'EUR' };
    answer = () =>
      Promise.resolve(aChat([aTurn({ usage, cost })], { cost: { ...cost, amount: 1.5 } }));
    await show();
    expect(page().querySelector('h1')?.textContent).toContain('Why?');
    expect(words()).toMatch(/You said:\s*why\?/);
    // For whoever pays: folded, under what everybody reads.
    const used = [...page().querySelectorAll('details')].at(-1);
    expect(used?.textContent).toContain('Tokens: 1,204 in · 96 out · ≈ €0.01');
    expect(used?.open).toBe(false);
    expect(words()).toContain('≈ €1.50 so far');
  });

  it('copies a whole answer as it was written, and nothing else', async () => {
    const copied: string[] = [];
    TestBed.overrideProvider(Clipboard, {
      useValue: { copy: (text: string) => copied.push(text) > 0 },
    });
    const parts = [
      { kind: 'text', value: 'I **look**.\n' },
      { kind: 'said', value: 'hurry' },
      { kind: 'text', value: '- so' },
    ] as const;
    answer = () => Promise.resolve(aChat([aTurn({ parts: [...parts] })]));
    await show();
    button('Copy the answer')?.click();
    await settle();
    expect(copied).toEqual(['I **look**.\n\n- so']);
    expect(button('Copied the answer')).toBeDefined();
  });

  it('lets an admin read what is of somebody else, and say nothing in it', async () => {
    answer = () => Promise.resolve(aChat([aTurn({ status: 'failed' })], { owner_id: 'ben' }));
    await show();
    expect(words()).toContain('Conversation of ben. You can read it');
    expect(page().querySelector('textarea')).toBeNull();
    expect(button('Ask again')).toBeUndefined();
    expect(button('Delete…')).toBeUndefined();
  });

  it('draws no more than the newest turns until somebody asks for those before', async () => {
    const turns = (from: number, to: number) =>
      Array.from({ length: from - to }, (_, at) => aTurn({ id: `t${from - at}` }));
    answer = () => Promise.resolve(aChat(turns(45, 5), { next_cursor: '6' }));
    pages = [aChat(turns(5, 0))];
    await show();
    const drawn = () => page().querySelectorAll('kenny-turn').length;
    expect(drawn()).toBe(30);
    button('Show earlier messages')?.click();
    await settle();
    expect(drawn()).toBe(40);
    button('Show earlier messages')?.click();
    await settle();
    expect(drawn()).toBe(45);
    expect(button('Show earlier messages')).toBeUndefined();
  });

  it('folds a long row of calls, and draws no result that nobody has opened', async () => {
    const calls = Array.from({ length: 100 }, (_, at) => `c${at}`);
    answer = () =>
      Promise.resolve(
        aChat([
          aTurn({
            tool_events: calls.map((tool_call_id) => ({
              ...{ tool_call_id, tool: 'fs_list', agent_id: 'pc1', args: { path: '/' } },
              ...{ status: 'ok', result: { secret: 'result' }, duration_ms: 4, call_id: 'x' },
            })),
            parts: calls.map((value) => ({ kind: 'call', value })),
          }),
        ]),
      );
    await show();
    expect(page().querySelectorAll('kenny-call-chip')).toHaveLength(6);
    expect(words()).not.toContain('secret');
    button('Show 94 calls before these')?.click();
    await settle();
    expect(page().querySelectorAll('kenny-call-chip')).toHaveLength(100);
  });

  it('shows a result and its arguments as other pages do: labels, tables, and numbers with their unit', async () => {
    const event: ChatToolEvent = {
      ...{ tool_call_id: 'c1', tool: 'fs_disk_usage', agent_id: 'pc1', args: { max_depth: 2 } },
      status: 'ok',
      result: { volumes: [{ mount: HOSTILE, free_bytes: 46_000_000_000, percent_used: 91 }] },
      ...{ duration_ms: 4, call_id: 'x' },
    };
    const parts = [{ kind: 'call', value: 'c1' }] as const;
    answer = () => Promise.resolve(aChat([aTurn({ tool_events: [event], parts: [...parts] })]));
    await show();
    page().querySelector('details')?.setAttribute('open', '');
    page().querySelector('details')?.dispatchEvent(new Event('toggle'));
    await settle();
    expect(page().querySelector('p.name')?.textContent).toBe('Max depth');
    const cells = [...page().querySelectorAll('kenny-call-chip td')].map((one) =>
      one.textContent.trim(),
    );
    expect(cells).toEqual([expect.stringContaining('<script>') as string, '46 GB', '91 %']);
    expect(page().querySelector('kenny-call-chip script')).toBeNull();
  });

  it.each([
    ['ran for 0.8 s', { ran_ms: 800 }, '0.8 s'],
    ['ran nobody knows how long', {}, undefined],
  ])('says of a call that waited and %s nothing of the wait', async (_, ran, shown) => {
    const event: ChatToolEvent = {
      ...{ tool_call_id: 'c1', tool: 'fs_list', agent_id: 'pc1', args: {}, status: 'ok' },
      ...{ result: {}, duration_ms: 111_000, waited: true, ...ran, call_id: 'x' },
    };
    const parts = [{ kind: 'call', value: 'c1' }] as const;
    answer = () => Promise.resolve(aChat([aTurn({ tool_events: [event], parts: [...parts] })]));
    await show();
    expect(page().querySelector('kenny-call-chip summary')?.textContent).not.toContain('111 s');
    const time = page().querySelector('kenny-call-chip summary > .dim:last-of-type');
    expect(time?.textContent.match(/[\d.]+ s/)?.[0]).toBe(shown);
  });

  it('names the PC that kenny itself was asked about', async () => {
    TestBed.overrideProvider(FleetStore, {
      useValue: {
        agents: () => [],
        agent: (id: string) => (id === 'pc1' ? aPc({ name: 'Mum’s laptop' }) : undefined),
      },
    });
    TestBed.overrideProvider(ApiClient, {
      useValue: {
        chat: () => answer(),
        chats: () => Promise.resolve({ items: [], next_cursor: null }),
        catalog: () => Promise.resolve({ tools: [{ name: 'agent_health', where: 'server' }] }),
      },
    });
    const event: ChatToolEvent = {
      ...{ tool_call_id: 'c1', tool: 'agent_health', agent_id: null, args: { id: 'pc1' } },
      ...{ status: 'ok', result: {}, duration_ms: 4, call_id: null },
    };
    const parts = [{ kind: 'call', value: 'c1' }] as const;
    answer = () => Promise.resolve(aChat([aTurn({ tool_events: [event], parts: [...parts] })]));
    await show();
    expect(words()).toContain('Show health about Mum’s laptop');
  });
});
