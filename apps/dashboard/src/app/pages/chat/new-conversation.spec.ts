import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { FleetAgent, ModelKeyState } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { ChatStarter } from '../../core/chat/chat-starter';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { Session } from '../../core/session/session';
import { NewConversation } from './new-conversation';

describe('the beginning of a conversation', () => {
  let scope: 'admin' | 'operator';
  let answer: () => Promise<ModelKeyState>;
  let pcs: FleetAgent[];
  let asked: string[];
  const key = (source: ModelKeyState['source']) => () =>
    Promise.resolve({ source, stored: false, trouble: null });

  async function open(pc?: string): Promise<HTMLElement> {
    const reaches = (wanted: string) => wanted === 'operator' || scope === 'admin';
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: ApiClient, useValue: { chatKey: () => answer() } },
        {
          provide: ChatStarter,
          useValue: { say: (words: string) => Promise.resolve(void asked.push(words)) },
        },
        {
          provide: FleetStore,
          useValue: {
            size: () => pcs.length,
            agents: () => pcs,
            agent: (id: string) => pcs.find(({ agent_id }) => agent_id === id),
          },
        },
        { provide: Session, useValue: { reaches, me: () => ({ id: 'anna' }) } },
      ],
    });
    const fixture = TestBed.createComponent(NewConversation);
    if (pc !== undefined) fixture.componentRef.setInput('pc', pc);
    await fixture.whenStable();
    return fixture.nativeElement as HTMLElement;
  }
  const ideas = (page: HTMLElement) => [
    ...page.querySelectorAll<HTMLButtonElement>('ul[aria-labelledby] button'),
  ];
  const write = (page: HTMLElement) => page.querySelector('textarea');

  beforeEach(() => {
    [pcs, asked] = [[], []];
  });

  it('offers questions about what there is, and asks one when it is pressed', async () => {
    [scope, answer] = ['operator', key('stored')];
    const worst = {
      name: 'disk',
      status: 'warn',
      reason: 'C: is 93 % full',
      since: '2026-11-20T10:00:00Z',
    } as const;
    pcs = [aPc(), aPc({ agent_id: 'b', name: 'Mum\u202e', worst })];
    const page = await open();
    const words = ideas(page).map(({ textContent }) => textContent.trim());
    expect(words).toContain('Why is Mum⟨U+202E⟩ nearly full?');
    ideas(page).at(-1)?.click();
    expect(asked).toEqual([words.at(-1)]);
  });

  it('asks about the PC that somebody came from', async () => {
    [scope, answer] = ['operator', key('stored')];
    const page = await open('pc1');
    expect(ideas(page)[0]?.textContent).toContain('Is everything all right with this PC?');
  });

  it('asks about what is known of a PC that is offline', async () => {
    [scope, answer] = ['operator', key('stored')];
    pcs = [aPc({ agent_id: 'pc1', online: false })];
    const page = await open('pc1');
    expect(ideas(page)[0]?.textContent).toContain('when it was last seen?');
  });

  it('says how to get a key, where there is none, and leads to its field', async () => {
    [scope, answer] = ['admin', key(null)];
    const page = await open();
    expect(page.textContent).toContain('console.anthropic.com');
    const link = page.querySelector('a[href="/settings/server#chat-key"]');
    expect(link?.textContent).toMatch(/Add a key/);
    expect(page.textContent).toContain('Everything else in kenny works without it.');
    expect(write(page)).toBeNull();
  });

  it('sends those who may not store one to an admin', async () => {
    [scope, answer] = ['operator', key(null)];
    const page = await open();
    expect(page.querySelector('a[href^="/settings"]')).toBeNull();
    expect(page.textContent).toContain('Ask an admin to save it');
  });

  it.each([
    ['there is one', key('stored')],
    ['nobody knows', () => Promise.reject(new ApiError('internal', 'broken', 'req-1'))],
  ])('lets people write where %s', async (_, said) => {
    [scope, answer] = ['operator', said];
    const page = await open();
    expect(write(page)).not.toBeNull();
    expect(page.textContent).not.toContain('needs an Anthropic API key');
  });

  it('waits for the question of whoever comes from a PC, and of nobody else', async () => {
    [scope, answer] = ['operator', key('stored')];
    const field = write(await open());
    expect(document.activeElement).not.toBe(field);
    TestBed.resetTestingModule();
    const forPc = write(await open('pc1'));
    expect(document.activeElement).toBe(forPc);
  });
});
