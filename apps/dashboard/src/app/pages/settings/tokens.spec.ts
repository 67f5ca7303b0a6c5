import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { TokenView } from '@kenny/contract/web';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { Session } from '../../core/session/session';
import { AskFirst, type Question } from '../../ui/ask-first';
import { Tokens } from './tokens';

const AT = '2026-06-04T13:00:00Z';

describe('the tokens of people and programs', () => {
  const token = (id: string, name: string): TokenView => ({
    ...{ id, name, operator: { id: 'anna', name: 'Anna' }, scope: 'admin', agents: ['pc1', 'x'] },
    ...{ classes: ['read'], decide: true, elicitation: false, expires_at: null },
    ...{ created_at: '2026-06-04T12:00:00Z', last_used_at: null, client: null, invited: false },
  });
  let tokens: TokenView[];
  /** Pages after the first. */
  let later: TokenView[][];
  const pageAt = (at: number) => ({
    items: later[at - 1] ?? [],
    next_cursor: at < later.length ? String(at + 1) : null,
  });
  let questions: Question[];
  let revoked: string[];
  let invitedAgain: string[];
  let publicUrl: string;

  beforeEach(() => {
    [questions, revoked, later, invitedAgain] = [[], [], [], []];
    publicUrl = 'https://kenny.example';
    tokens = [token('tok_1', 'laptop'), token('tok_2', 'phone')];
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: FleetStore, useValue: { nameOf: (id: string) => (id === 'pc1' ? 'Mum' : id) } },
        {
          provide: ApiClient,
          useValue: {
            server: () => Promise.resolve({ public_url: publicUrl }),
            network: () => Promise.resolve({ agent_url: '', door: null }),
            tokens: ({ cursor }: { cursor?: string }) =>
              Promise.resolve(
                cursor === undefined
                  ? { items: tokens, next_cursor: later.length > 0 ? '1' : null }
                  : pageAt(Number(cursor)),
              ),
            inviteAgain: (id: string) => {
              invitedAgain.push(id);
              const url = `${publicUrl}/join#x`;
              return Promise.resolve({ url, expires_at: AT, token: token(id, 'Invitation') });
            },
            revokeToken: (id: string) => Promise.resolve(revoked.push(id)),
          },
        },
        { provide: Session, useValue: { me: () => ({ token_id: 'tok_1' }), reaches: () => true } },
        {
          provide: AskFirst,
          useValue: { ask: (one: Question) => Promise.resolve(questions.push(one) > 0) },
        },
      ],
    });
  });

  async function revokeAll(): Promise<HTMLElement> {
    const fixture = TestBed.createComponent(Tokens);
    await fixture.whenStable();
    const page = fixture.nativeElement as HTMLElement;
    const buttons = [...page.querySelectorAll<HTMLButtonElement>('li button')];
    for (const button of buttons.filter((one) => /Revoke/.test(one.textContent))) {
      button.click();
      await fixture.whenStable();
    }
    return page;
  }

  it('names the PCs that they reach', async () => {
    expect((await revokeAll()).textContent.replaceAll(/\s+/g, ' ')).toContain('Only 2 PCs: Mum, x');
  });

  it('says which one this browser uses', async () => {
    const rows = [...(await revokeAll()).querySelectorAll('.token')];
    expect(rows.map((row) => /you, in this browser/.test(row.textContent))).toEqual([true, false]);
    expect(rows.map((row) => row.querySelector('.danger') !== null)).toEqual([false, true]);
  });

  it('lists people, once each and with their role, and their tokens folded', async () => {
    const more = { last_used_at: '2026-06-05T12:00:00Z', scope: 'viewer', decide: false } as const;
    const ben = { ...token('tok_3', 'Invitation'), ...more, operator: { id: 'ben', name: 'Ben' } };
    tokens = [{ ...token('tok_1', 'laptop'), ...more }, ben, token('tok_2', 'phone')];
    const rows = [...(await revokeAll()).querySelectorAll('li')];
    const words = rows.map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim());
    expect(words).toHaveLength(2);
    expect(words[0]).toMatch(/^Anna admin you ?2 tokens: phone, laptop.*What you can do ?Can /);
    expect(words[1]).toMatch(/^Ben can view ?.*What they can do ?Can see/);
    expect(rows.map((row) => row.querySelector('details')?.open)).toEqual([false, false]);
  });

  it('does not repeat the name of a person whose token is named alike', async () => {
    const named = (operator: string, name: string) => ({
      ...token(`tok_${operator}`, name),
      operator: { id: operator, name: operator },
    });
    tokens = [named('Ben', 'Ben'), named('Eva', 'Tablet')];
    const words = [...(await revokeAll()).querySelectorAll('li .small')].map(({ textContent }) =>
      textContent.replaceAll(/\s+/g, ' ').trim(),
    );
    expect(words[0]).toMatch(/^created .*Logs in with a token\. If it is lost, make a new one\.$/);
    expect(words[1]).toMatch(/^Tablet · created /);
  });

  it('folds only the programs of a person who has one token of their own', async () => {
    tokens = [token('tok_1', 'laptop'), { ...token('tok_2', 'Claude'), scope: 'mcp' }];
    const page = await revokeAll();
    expect(page.querySelector('li summary')?.textContent).toBe('Their programs: Claude');
    expect(page.querySelector('li > .acts > button')?.textContent).toContain('Edit…');
  });

  it('says where a program is managed, and what stands for a new link of a token made by hand', async () => {
    const invited = { ...token('tok_4', 'Invitation'), invited: true };
    tokens = [token('tok_1', 'laptop'), { ...token('tok_2', 'Claude'), scope: 'mcp' }, invited];
    tokens.push(token('tok_3', 'phone'));
    const page = await revokeAll();
    expect(page.querySelector('li summary')?.textContent).toContain('4 tokens: laptop, Invitation');
    const rows = [...page.querySelectorAll('.token')];
    const of = (name: string) => rows.find(({ textContent }) => textContent.includes(name));
    expect(of('Claude')?.querySelector('a')?.getAttribute('href')).toBe('/settings/connections');
    const said = ['laptop', 'Claude', 'Invitation', 'phone'].map((name) =>
      of(name)?.textContent.includes('If it is lost, make a new one'),
    );
    expect(said).toEqual([false, false, false, true]);
    expect(of('Invitation')?.textContent).toContain('New link');
  });

  it('knows a person by all of their tokens, on whichever page of the list they are', async () => {
    tokens = [{ ...token('tok_1', 'laptop'), scope: 'viewer', decide: false }];
    later = [[{ ...token('tok_2', 'phone'), scope: 'operator' }], [token('tok_3', 'tablet')]];
    const page = await revokeAll();
    const words = page.querySelector('li')?.textContent.replaceAll(/\s+/g, ' ').trim();
    expect(words).toMatch(/^Anna admin you ?3 tokens/);
    expect(page.textContent).not.toContain('Show more');
  });

  it('says before anybody is invited that no other device can open a link yet', async () => {
    expect((await revokeAll()).querySelector('kenny-reach-first')).toBeNull();
    publicUrl = 'http://127.0.0.1:8000';
    const note = (await revokeAll()).querySelector('kenny-reach-first');
    expect(note?.textContent).toContain('Only somebody at this computer can open a link yet.');
    expect(note?.querySelector('a')?.getAttribute('href')).toBe('/settings/devices');
  });

  it('makes no new link that only this computer opens, unless it is wanted there', async () => {
    tokens = [{ ...token('tok_2', 'Invitation'), invited: true }];
    publicUrl = 'http://127.0.0.1:8000';
    const fixture = TestBed.createComponent(Tokens);
    await fixture.whenStable();
    const page = fixture.nativeElement as HTMLElement;
    const press = async (words: string) => {
      const all = [...page.querySelectorAll<HTMLButtonElement>('li button')];
      all.find(({ textContent }) => textContent.includes(words))?.click();
      await fixture.whenStable();
    };
    await press('New link');
    expect(invitedAgain).toEqual([]);
    const note = page.querySelector('li kenny-reach-first');
    expect(note?.textContent).toContain('No other device can open a link yet.');
    expect(note?.querySelector('a')?.getAttribute('href')).toBe('/settings/devices');
    await press('Make a link for this computer');
    expect(invitedAgain).toEqual(['tok_2']);
    expect(page.querySelector('li kenny-reach-first')).toBeNull();
    publicUrl = 'https://kenny.example';
    await press('New link');
    expect(invitedAgain).toEqual(['tok_2', 'tok_2']);
  });

  it('warns whoever revokes the one that they are logged in with', async () => {
    await revokeAll();
    expect(questions.map(({ words }) => /^You are logged out/.test(words))).toEqual([true, false]);
    expect(questions.map(({ title, act }) => [title, act])).toEqual([
      ['Revoke the access that you are logged in with?', 'Revoke access'],
      ['Revoke this access?', 'Revoke access'],
    ]);
    expect(revoked).toEqual(['tok_1', 'tok_2']);
  });

  it('leaves out the end of an invitation that nobody has opened: its link has one', async () => {
    const invited = { ...token('tok_3', 'Sister'), invited: true };
    const used = { ...invited, id: 'tok_4', last_used_at: invited.created_at };
    tokens = [token('tok_1', 'laptop'), invited, used];
    const rows = [...(await revokeAll()).querySelectorAll('.token')];
    const ends = rows.map((row) => row.textContent.includes('never expires'));
    expect(ends).toEqual([true, false, true]);
  });
});
