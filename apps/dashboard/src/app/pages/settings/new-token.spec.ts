import { TestBed, type ComponentFixture } from '@angular/core/testing';
import type { CreateTokenBody } from '@kenny/contract/web';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { NewToken } from './new-token';

let sent: CreateTokenBody[];

beforeEach(() => {
  sent = [];
  const createToken = (body: CreateTokenBody) => {
    sent.push(body);
    return Promise.resolve({});
  };
  TestBed.configureTestingModule({
    providers: [
      { provide: ApiClient, useValue: { createToken } },
      { provide: FleetStore, useValue: { agents: () => [], agent: () => undefined } },
    ],
  });
});

async function forClient(): Promise<ComponentFixture<NewToken>> {
  const fixture = TestBed.createComponent(NewToken);
  fixture.componentRef.setInput('operators', [{ id: 'anna', name: 'Anna' }]);
  await fixture.whenStable();
  type(fixture, 'input[list]', 'anna', 'input');
  type(fixture, 'input[maxlength]', 'Claude', 'input');
  type(fixture, 'select', 'mcp', 'change');
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

describe('a token for an MCP client', () => {
  it('lets its client accept nothing unless that is switched on', async () => {
    const fixture = await forClient();
    expect(root(fixture).textContent).toContain('can answer it without anybody seeing it');
    await make(fixture);
    const switches = root(fixture).querySelectorAll<HTMLInputElement>('mat-checkbox input');
    const last = switches[switches.length - 1];
    expect(last?.checked).toBe(false);
    last?.click();
    await make(fixture);
    expect(sent).toMatchObject([
      { scope: 'mcp', elicitation: false },
      { scope: 'mcp', elicitation: true },
    ]);
  });
});
