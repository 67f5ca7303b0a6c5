import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { CreateTokenBody } from '@kenny/contract/web';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { NewToken } from './new-token';
import { tokenTitle } from './token-words';

let sent: CreateTokenBody[];

beforeEach(() => {
  sent = [];
  const createToken = (body: CreateTokenBody) => {
    sent.push(body);
    return Promise.resolve({});
  };
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      { provide: ApiClient, useValue: { createToken } },
      { provide: FleetStore, useValue: { agents: () => [], agent: () => undefined } },
    ],
  });
});

async function forClient(who = 'anna'): Promise<ComponentFixture<NewToken>> {
  const fixture = TestBed.createComponent(NewToken);
  fixture.componentRef.setInput('operators', [{ id: 'anna', name: 'Anna' }]);
  await fixture.whenStable();
  type(fixture, 'input[list]', who, 'input');
  type(fixture, 'input[maxlength="128"]', 'Claude', 'input');
  type(fixture, 'select', 'operator', 'change');
  await fixture.whenStable();
  return fixture;
}

const root = ({ nativeElement }: ComponentFixture<unknown>) => nativeElement as HTMLElement;

function type(from: ComponentFixture<unknown>, where: string, value: string, event: string): void {
  const field = root(from).querySelector<HTMLInputElement | HTMLSelectElement>(where);
  if (!field) throw new Error(`no ${where}`);
  field.value = value;
  field.dispatchEvent(new Event(event));
}

const make = async (fixture: ComponentFixture<unknown>) => {
  root(fixture)
    .querySelector('form')
    ?.dispatchEvent(new Event('submit', { cancelable: true }));
  await fixture.whenStable();
};

describe('the title of a token', () => {
  it('says a name once', () => {
    const operator = { id: 'ben', name: 'Ben' };
    expect(tokenTitle({ name: 'Ben', operator })).toBe('Ben');
    expect(tokenTitle({ name: 'phone', operator })).toBe('Ben · phone');
  });
});

describe('a new token', () => {
  it('asks in plain words whom and what it is for', async () => {
    const fixture = await forClient();
    const labels = [...root(fixture).querySelectorAll('mat-label')].map((one) => one.textContent);
    expect(labels.slice(0, 3)).toEqual(['Person', 'Name of the token', 'What is it for?']);
    const kinds = [...(root(fixture).querySelector('select')?.options ?? [])];
    expect(kinds.map(({ text }) => text.trim())).toEqual([
      'A script or the command line',
      'A monitoring program: can only view',
      'An AI agent that works on tasks',
      'An admin: can do everything',
    ]);
  });

  it('leads to Connections for Claude', async () => {
    const link = root(await forClient()).querySelector('mat-hint a');
    expect(link?.getAttribute('href')).toBe('/settings/connections');
  });

  it.each(['operator', 'viewer', 'admin', 'task'])(
    'reads private data only when somebody ticks that: %s',
    async (scope) => {
      const fixture = await forClient();
      type(fixture, 'select', scope, 'change');
      await fixture.whenStable();
      await make(fixture);
      expect(sent).toMatchObject([{ scope, classes: ['read', 'change'] }]);
    },
  );

  it('finds a person by their name, whatever its case, and says whom it took', async () => {
    const fixture = await forClient('ANNA');
    expect(root(fixture).textContent).toContain('Anna, who already has access.');
    await make(fixture);
    expect(sent.map(({ operator }) => operator)).toEqual([{ id: 'anna' }]);
  });

  it('makes the ID of a new person from the name', async () => {
    const fixture = await forClient('Grandma Élise');
    expect(root(fixture).textContent).toContain('A new person.');
    await make(fixture);
    expect(sent.map(({ operator }) => operator)).toEqual([
      { id: 'grandma-elise', name: 'Grandma Élise' },
    ]);
  });

  it('takes a new name for nobody who is there, though their IDs were alike', async () => {
    const fixture = await forClient('Anna!');
    await make(fixture);
    expect(sent.map(({ operator }) => operator)).toEqual([{ id: 'anna-2', name: 'Anna!' }]);
  });

  it('says what is missing before it can be made', async () => {
    const fixture = await forClient('');
    expect(root(fixture).textContent).toContain('Write who is responsible for it.');
    type(fixture, 'input[list]', 'anna', 'input');
    type(fixture, 'input[maxlength="128"]', ' ', 'input');
    await fixture.whenStable();
    expect(root(fixture).textContent).toContain('Give the token a name.');
  });
});
