import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { InviteBody, MeView } from '@kenny/contract/web';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { Session } from '../../core/session/session';
import { Invite } from './invite';

let sent: InviteBody[];
let made: unknown[];

async function open(me: Partial<MeView> = {}, local = false): Promise<ComponentFixture<Invite>> {
  [sent, made] = [[], []];
  const who = { agents: null, classes: ['read', 'sensitive', 'change'], decide: true, ...me };
  const pcs = [{ agent_id: 'pc1', name: 'Mum <b>laptop</b>' }];
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      {
        provide: ApiClient,
        useValue: {
          invite: (body: InviteBody) => Promise.resolve(sent.push(body)),
        },
      },
      { provide: FleetStore, useValue: { agents: signal(pcs) } },
      {
        provide: Session,
        useValue: {
          me: signal(who),
          mayDecide: signal(who.decide),
          holds: (one: string) => who.classes.some((held) => held === one),
        },
      },
    ],
  });
  const fixture = TestBed.createComponent(Invite);
  fixture.componentRef.setInput('local', local);
  fixture.componentInstance.made.subscribe((issued) => made.push(issued));
  await fixture.whenStable();
  return fixture;
}

const root = ({ nativeElement }: ComponentFixture<unknown>) => nativeElement as HTMLElement;

async function name(fixture: ComponentFixture<unknown>, text: string): Promise<void> {
  const field = root(fixture).querySelector<HTMLInputElement>('mat-form-field input');
  if (!field) throw new Error('no field');
  field.value = text;
  field.dispatchEvent(new Event('input'));
  await fixture.whenStable();
}

function option(fixture: ComponentFixture<unknown>, words: string): HTMLInputElement {
  const all = [...root(fixture).querySelectorAll('mat-radio-button, mat-checkbox')];
  const input = all.find(({ textContent }) => textContent.includes(words))?.querySelector('input');
  if (!input) throw new Error(`no ${words}`);
  return input;
}

async function choose(fixture: ComponentFixture<unknown>, words: string): Promise<void> {
  option(fixture, words).click();
  await fixture.whenStable();
}

async function submit(fixture: ComponentFixture<unknown>): Promise<void> {
  root(fixture)
    .querySelector('form')
    ?.dispatchEvent(new Event('submit', { cancelable: true }));
  await fixture.whenStable();
}

describe('an invitation', () => {
  it('takes a name, and lets its person look at all PCs and nothing else', async () => {
    const fixture = await open();
    await submit(fixture);
    expect(sent).toEqual([]);
    await name(fixture, 'Grandma Müller');
    await submit(fixture);
    expect(sent).toEqual([
      {
        operator: { id: 'grandma-muller', name: 'Grandma Müller' },
        ...{ name: 'Invitation', scope: 'viewer', classes: ['read'], decide: false },
      },
    ]);
    expect(made).toHaveLength(1);
  });

  it('can ask without approving, or approve, on some PCs', async () => {
    const fixture = await open();
    await name(fixture, 'Ivan');
    await choose(fixture, 'can request');
    await choose(fixture, 'Only some');
    await submit(fixture);
    expect(sent).toEqual([]);
    await choose(fixture, 'Mum <b>laptop</b>');
    await submit(fixture);
    await choose(fixture, 'can approve');
    await submit(fixture);
    expect(sent).toMatchObject([
      { scope: 'operator', classes: ['read', 'change'], decide: false, agents: ['pc1'] },
      { scope: 'operator', classes: ['read', 'change'], decide: true, agents: ['pc1'] },
    ]);
  });

  it('has an ID also for a name without Latin letters', async () => {
    const fixture = await open();
    await name(fixture, 'Мария');
    await submit(fixture);
    expect(sent[0]?.operator.id).toMatch(/^person-[a-z0-9]+$/);
  });

  it('offers no more than its maker has', async () => {
    const fixture = await open({ agents: ['pc1'], classes: ['read'], decide: false });
    const disabled = (words: string) => option(fixture, words).disabled;
    expect(
      ['can view', 'can request', 'can approve', 'All PCs', 'Only some'].map(disabled),
    ).toEqual([...[false, true, true, true, false]]);
  });

  it('asks after the name where the link is opened while no other device can, and makes none in vain', async () => {
    const fixture = await open({}, true);
    const page = root(fixture);
    const fields = [...page.querySelectorAll('input')].map(({ type }) => type);
    expect(fields.slice(0, 2)).toEqual(['text', 'radio']);
    expect(page.querySelector('.acts [role=status]')?.textContent).toBe(
      'Write the name of the person. Say where they open the link.',
    );
    await name(fixture, 'Anna');
    expect(page.textContent).toContain('Say where they open the link.');
    await choose(fixture, 'On a device of their own');
    expect(page.querySelector('a')?.getAttribute('href')).toBe('/settings/devices');
    await submit(fixture);
    expect(sent).toEqual([]);
    await choose(fixture, 'At this computer');
    expect(page.textContent).toContain('Make a link for this computer');
    await submit(fixture);
    expect(sent).toHaveLength(1);
  });

  it('says all that is missing at once, and what some PCs mean', async () => {
    const fixture = await open();
    const missing = () => root(fixture).querySelector('.acts [role=status]')?.textContent;
    await choose(fixture, 'Only some');
    expect(missing()).toBe('Write the name of the person. Choose at least one PC.');
    await name(fixture, 'Anna');
    expect(missing()).toBe('Choose at least one PC.');
    expect(root(fixture).textContent).toContain('ask or approve for these only');
  });
});
