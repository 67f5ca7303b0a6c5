import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import type { PatchTokenBody, TokenView } from '@kenny/contract/web';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { Session } from '../../core/session/session';
import { EditPerson } from './edit-person';

const BEN: TokenView = {
  ...{ id: 'tok_ben', name: 'Invitation', operator: { id: 'ben', name: 'Ben' } },
  ...{ scope: 'operator', agents: null, classes: ['read', 'change'], decide: false },
  ...{ elicitation: false, expires_at: null, created_at: '2026-06-04T12:00:00Z' },
  ...{ last_used_at: null, client: null, invited: true },
};
let sent: [string, PatchTokenBody][];
let saved: number;
let answer: () => Promise<unknown>;

async function open(token: Partial<TokenView> = {}, own = 'tok_anna') {
  [sent, saved, answer] = [[], 0, () => Promise.resolve()];
  const pcs = [{ agent_id: 'pc1', name: 'Mum’s laptop' }];
  TestBed.configureTestingModule({
    providers: [
      {
        provide: ApiClient,
        useValue: {
          changePerson: (id: string, body: PatchTokenBody) => {
            sent.push([id, body]);
            return answer();
          },
        },
      },
      { provide: FleetStore, useValue: { agents: signal(pcs) } },
      {
        provide: Session,
        useValue: {
          me: signal({ token_id: own, agents: null }),
          mayDecide: signal(true),
          holds: () => true,
        },
      },
    ],
  });
  const fixture = TestBed.createComponent(EditPerson);
  fixture.componentRef.setInput('token', { ...BEN, ...token });
  fixture.componentInstance.saved.subscribe(() => (saved += 1));
  await fixture.whenStable();
  return fixture;
}

const root = ({ nativeElement }: ComponentFixture<unknown>) => nativeElement as HTMLElement;

function option(fixture: ComponentFixture<unknown>, words: string): HTMLInputElement | undefined {
  const all = [...root(fixture).querySelectorAll('mat-radio-button, mat-checkbox')];
  return (
    all.find(({ textContent }) => textContent.includes(words))?.querySelector('input') ?? undefined
  );
}

async function choose(fixture: ComponentFixture<unknown>, words: string): Promise<void> {
  const input = option(fixture, words);
  if (!input) throw new Error(`no ${words}`);
  input.click();
  await fixture.whenStable();
}

async function save(fixture: ComponentFixture<unknown>): Promise<void> {
  root(fixture)
    .querySelector('form')
    ?.dispatchEvent(new Event('submit', { cancelable: true }));
  await fixture.whenStable();
}

describe('a person who is edited', () => {
  it('is shown as they are, and stays so where nothing is chosen anew', async () => {
    const fixture = await open({ agents: ['pc1'] });
    expect(option(fixture, 'can request')?.checked).toBe(true);
    expect(option(fixture, 'Mum’s laptop')?.checked).toBe(true);
    await save(fixture);
    expect([sent, saved]).toEqual([[], 1]);
  });

  it('can approve from now on, on some PCs only', async () => {
    const fixture = await open();
    await choose(fixture, 'can approve');
    await choose(fixture, 'Only some');
    await save(fixture);
    expect(sent).toEqual([]);
    await choose(fixture, 'Mum’s laptop');
    await save(fixture);
    expect(sent).toEqual([
      [
        'tok_ben',
        { scope: 'operator', decide: true, classes: ['read', 'change'], agents: ['pc1'] },
      ],
    ]);
  });

  it('keeps private reads until they are taken away', async () => {
    const fixture = await open({ classes: ['read', 'sensitive', 'change'] });
    await choose(fixture, 'can approve');
    await save(fixture);
    await choose(fixture, 'read private data');
    await save(fixture);
    expect(sent.map(([, { classes }]) => classes)).toEqual([
      ['read', 'sensitive', 'change'],
      ['read', 'change'],
    ]);
  });

  it('has another name', async () => {
    const fixture = await open();
    const field = root(fixture).querySelector('input');
    if (!field) throw new Error('no field');
    field.value = ' Benjamin ';
    field.dispatchEvent(new Event('input'));
    await save(fixture);
    expect(sent).toEqual([['tok_ben', { operator_name: 'Benjamin' }]]);
  });

  it('cannot be made an admin by an invitation, which has no token of its own', async () => {
    expect(option(await open(), 'Also manages people')).toBeUndefined();
    TestBed.resetTestingModule();
    expect(option(await open({ invited: false }), 'Also manages people')).toBeDefined();
  });

  it('changes their own name, and nothing else of their own', async () => {
    const fixture = await open({}, 'tok_ben');
    expect(root(fixture).querySelector('mat-radio-button')).toBeNull();
    expect(root(fixture).textContent).toContain('Another admin can change what you can do.');
  });

  it('says why not, and keeps what was chosen', async () => {
    const fixture = await open();
    answer = () => Promise.reject(new ApiError('conflict', 'This is the last admin token.', null));
    await choose(fixture, 'can view');
    await save(fixture);
    expect(root(fixture).textContent).toContain('This is the last admin token.');
    expect([option(fixture, 'can view')?.checked, saved]).toEqual([true, 0]);
  });
});
