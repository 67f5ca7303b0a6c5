import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { By } from '@angular/platform-browser';
import { provideRouter } from '@angular/router';
import type { CreateTokenBody, MeView, NetworkView, TokenView } from '@kenny/contract/web';
import { FleetStore } from '../../core/fleet/fleet-store';
import { aDoor } from '../../../../test/a-door';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { Session } from '../../core/session/session';
import { AskFirst } from '../../ui/ask-first';
import { FirstCall } from './first-call';
import { Connections } from './connections';

const ANNA: MeView = {
  ...{ kind: 'operator', id: 'anna', name: 'Anna', scope: 'admin', agents: null },
  ...{ classes: ['read', 'sensitive', 'change'], decide: true, session: null },
};
const TOKEN: TokenView = {
  ...{ id: 'tok_1', operator: { id: 'anna', name: 'Anna' }, name: 'Claude <b>Code</b>' },
  ...{ scope: 'mcp', agents: null, classes: ['read', 'change'], decide: false, elicitation: false },
  ...{ created_at: '2026-06-04T12:00:00Z', expires_at: null, last_used_at: null, client: null },
  ...{ invited: false },
};
const USED = { ...TOKEN, last_used_at: '2026-06-04T12:00:30Z', client: 'claude-code 2\u202e.1' };

let sent: CreateTokenBody[];
let asked: string[];
let server: TokenView;
let sure: boolean;
let publicUrl: string;
let refusal: ApiError | null;
let network: Pick<NetworkView, 'agent_url' | 'door'>;

beforeEach(() => {
  [publicUrl, refusal] = ['https://kenny.example', null];
  network = { agent_url: 'ws://127.0.0.1:8000/agent', door: null };
});

function provide(me: Partial<MeView> = {}): void {
  [sent, asked, server, sure] = [[], [], TOKEN, true];
  const who = { ...ANNA, ...me };
  const api: Partial<Record<keyof ApiClient, unknown>> = {
    server: () => Promise.resolve({ public_url: publicUrl }),
    network: () => Promise.resolve(network),
    createToken: (body: CreateTokenBody) => {
      sent.push(body);
      return Promise.resolve({ ...TOKEN, token: 'kny_fresh' });
    },
    claudeDesktopFile: () => (refusal ? Promise.reject(refusal) : Promise.resolve(new Blob())),
    token: (id: string) => Promise.resolve((asked.push(`token ${id}`), server)),
    tokens: ({ scope }: { scope: string }) => {
      asked.push(`list ${scope}`);
      return Promise.resolve({ items: [server], next_cursor: null });
    },
    revokeToken: (id: string) => Promise.resolve(asked.push(`revoke ${id}`)),
  };
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      { provide: ApiClient, useValue: api },
      {
        provide: FleetStore,
        useValue: { agents: () => [], agent: (id: string) => (id === 'pc1' ? {} : undefined) },
      },
      { provide: AskFirst, useValue: { ask: () => Promise.resolve(sure) } },
      {
        provide: Session,
        useValue: {
          me: signal(who),
          reaches: () => who.scope === 'admin',
          holds: (one: MeView['classes'][number]) => who.classes.includes(one),
        },
      },
    ],
  });
}

async function open(me: Partial<MeView> = {}): Promise<ComponentFixture<Connections>> {
  provide(me);
  const fixture = TestBed.createComponent(Connections);
  await fixture.whenStable();
  return fixture;
}

const root = ({ nativeElement }: ComponentFixture<unknown>) => nativeElement as HTMLElement;
const textOf = (fixture: ComponentFixture<unknown>) =>
  root(fixture).textContent.replaceAll(/\s+/g, ' ');

async function press(fixture: ComponentFixture<unknown>, words: string): Promise<void> {
  const buttons = [...root(fixture).querySelectorAll('button')];
  const button = buttons.find(({ textContent }) => textContent.includes(words));
  if (!button) throw new Error(`no button says ${words}`);
  button.click();
  await fixture.whenStable();
}

async function choose(fixture: ComponentFixture<unknown>, words: string): Promise<void> {
  const all = [...root(fixture).querySelectorAll('mat-radio-button')];
  const one = all.find(({ textContent }) => textContent.includes(words));
  one?.querySelector('input')?.click();
  await fixture.whenStable();
}

const stepsOf = (fixture: ComponentFixture<unknown>) =>
  [...root(fixture).querySelectorAll('ol[aria-label="What to do"] > li')].map((one) =>
    one.textContent.replaceAll(/\s+/g, ' ').trim(),
  );

const make = (fixture: ComponentFixture<unknown>) => press(fixture, 'Create connection');

describe('a new connection', () => {
  it('comes after what is connected already', async () => {
    const heads = [...root(await open()).querySelectorAll('h2')].map((one) => one.textContent);
    expect(heads).toEqual(['Connected programs', 'Connect Claude or another program']);
  });

  it('gets a token of its own, and lines with it and the server’s address', async () => {
    const fixture = await open();
    await choose(fixture, 'Claude Code');
    await make(fixture);
    expect(sent).toEqual([
      {
        ...{ operator: { id: 'anna' }, name: 'Claude Code' },
        ...{ scope: 'mcp', classes: ['read', 'change'] },
        expires_at: expect.stringMatching(/^\d{4}-/) as unknown,
      },
    ]);
    expect(textOf(fixture)).toContain(
      'claude mcp add --transport http kenny https://kenny.example/mcp --header "Authorization: Bearer kny_fresh"',
    );
    expect(asked).toEqual(['list mcp', 'list mcp']);
  });

  it('is for Claude Desktop at first, with every step from what it needs to the first question', async () => {
    const fixture = await open();
    const groups = [...root(fixture).querySelectorAll('kenny-client-choice [role=group]')];
    expect(groups.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Chat programs',
      'Programs for coders',
    ]);
    expect(textOf(fixture)).toContain('“Add custom connector” cannot use kenny yet');
    await make(fixture);
    expect(stepsOf(fixture)).toEqual([
      expect.stringContaining('On the computer with Claude Desktop, download the file'),
      expect.stringMatching(/Double-click it and press Install.*kny_fresh/),
      'Ask Claude: “How are my PCs?”',
      expect.stringContaining('Waiting for Claude Desktop'),
      expect.stringContaining('Another way'),
      'Later',
    ]);
  });

  it('of Claude Desktop without its file is folded: its settings are for those who want them', async () => {
    const fixture = await open();
    await make(fixture);
    const other = root(fixture).querySelector('li.other > details');
    expect(other?.hasAttribute('open')).toBe(false);
    const steps = [...(other?.querySelectorAll('ol > li') ?? [])].map((one) => one.textContent);
    expect(steps).toHaveLength(4);
    expect(steps[0]).toContain('needs Node.js');
    expect(steps[1]).toContain('Settings → Developer → Edit Config');
    expect(steps[2]).toContain('"mcp-remote"');
    expect(steps[3]).toContain('Quit Claude Desktop and open it again');
    const node = other?.querySelector('a[target=_blank]');
    expect(node?.getAttribute('href')).toBe('https://nodejs.org/en/download');
  });

  it('says before the press that it makes a token, which is shown once, and where it is needed', async () => {
    const fixture = await open();
    expect(textOf(fixture)).toContain(
      'This makes a token, which is shown only once. You need it on the computer with Claude Desktop',
    );
    await choose(fixture, 'An editor');
    expect(textOf(fixture)).toContain('You need it on the computer with the program');
  });

  it('is left for later until the program has called, and is done then', async () => {
    const fixture = await open();
    await make(fixture);
    expect(stepsOf(fixture).at(-1)).toBe('Later');
    const first = fixture.debugElement.query(By.directive(FirstCall));
    (first.componentInstance as FirstCall).came.emit();
    await fixture.whenStable();
    expect(stepsOf(fixture).at(-1)).toBe('Done');
    await press(fixture, 'Done');
    expect(stepsOf(fixture)).toEqual([]);
  });

  it('lets its client accept nothing unless that is switched on', async () => {
    const fixture = await open();
    expect(textOf(fixture)).toContain('can answer it without anybody seeing it');
    const inBold = () => root(fixture).querySelector('.never strong')?.textContent;
    expect(inBold()).toBe('Never without your approval:');
    root(fixture).querySelector<HTMLInputElement>('mat-checkbox input')?.click();
    await fixture.whenStable();
    expect(inBold()).toBe('Low-risk changes can happen without your approval:');
    expect(textOf(fixture)).not.toContain('cannot approve anything itself');
    await make(fixture);
    expect(sent).toMatchObject([{ scope: 'mcp', elicitation: true }]);
  });

  it('may look only where somebody chooses so', async () => {
    const fixture = await open();
    await choose(fixture, 'Cursor');
    await choose(fixture, 'Only look');
    await make(fixture);
    expect(sent).toMatchObject([{ scope: 'mcp', classes: ['read'] }]);
    expect(textOf(fixture)).toContain('~/.cursor/mcp.json');
  });

  it('of an editor is an operator’s, which the page says, and cannot decide', async () => {
    const fixture = await open();
    await choose(fixture, 'An editor');
    expect(textOf(fixture)).toContain('can add custom rules');
    await make(fixture);
    expect(sent[0]).toMatchObject({ scope: 'operator' });
    expect(sent[0]).not.toHaveProperty('decide');
    expect(textOf(fixture)).toContain('People and access');
  });

  it('never reaches more than whoever makes it', async () => {
    const fixture = await open({ agents: ['pc1'], classes: ['read'] });
    expect(textOf(fixture)).toContain('Your own token is limited to some PCs');
    await choose(fixture, 'Only look');
    await make(fixture);
    expect(sent).toMatchObject([{ agents: ['pc1'], classes: ['read'] }]);
    expect(asked).toEqual([]);
  });

  it('says before it is made that only this computer could use it, and what to do first', async () => {
    publicUrl = 'http://127.0.0.1:8000';
    const fixture = await open();
    expect(textOf(fixture)).toContain('Only programs on this computer can connect yet.');
    const way = (fixture.nativeElement as HTMLElement).querySelector('kenny-reach-first a');
    expect(way?.getAttribute('href')).toBe('/settings/devices');
    expect(textOf(fixture)).not.toContain('Your PCs connect');
  });

  it('says that PCs connect all the same, and shows nobody their address', async () => {
    publicUrl = 'http://127.0.0.1:8000';
    network = {
      agent_url: 'wss://192.168.1.20:8443/agent',
      door: aDoor('192.168.1.20'),
    };
    const fixture = await open();
    expect(textOf(fixture)).toContain('Your PCs connect all the same');
    expect(textOf(fixture)).not.toContain('192.168.1.20');
  });

  it('says so once, before it is made; then the steps say where, and name no variable', async () => {
    publicUrl = 'http://127.0.0.1:8000';
    const fixture = await open();
    const ways = () => root(fixture).querySelectorAll('a[href="/settings/devices"]');
    expect(ways()).toHaveLength(1);
    await choose(fixture, 'Only look');
    await make(fixture);
    expect(ways()).toHaveLength(0);
    expect(stepsOf(fixture)[0]).toContain('On the computer that kenny runs on, download');
    expect(root(fixture).textContent).not.toContain('KENNY_');
  });

  it('says so to somebody without admin rights, too', async () => {
    publicUrl = 'http://127.0.0.1:8000';
    const fixture = await open({ scope: 'operator' });
    expect(root(fixture).querySelectorAll('kenny-reach-first')).toHaveLength(1);
  });

  it('says nothing of that where others reach the server', async () => {
    expect(textOf(await open())).not.toContain('that others reach');
  });

  it('shows somebody without admin rights the steps, and whom to ask for a token', async () => {
    const fixture = await open({ scope: 'operator' });
    expect(textOf(fixture)).toContain('Only an admin can make tokens.');
    expect(textOf(fixture)).not.toContain('Put it in place of');
    expect(stepsOf(fixture)[1]).toContain('asks for a token: paste yours.');
    await choose(fixture, 'Claude Code');
    expect(textOf(fixture)).toContain('Put it in place of kny_…');
    expect(textOf(fixture)).toContain('Bearer kny_…');
    expect(root(fixture).querySelector('form')).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe('the file for Claude Desktop', () => {
  const real = { create: URL.createObjectURL, revoke: URL.revokeObjectURL };
  beforeEach(() => {
    Object.assign(URL, { createObjectURL: () => 'blob:bundle', revokeObjectURL: () => undefined });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Object.assign(URL, { createObjectURL: real.create, revokeObjectURL: real.revoke });
  });

  it('is saved under the name that Claude Desktop opens', async () => {
    const saved: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: unknown) {
      const link = this as HTMLAnchorElement;
      saved.push(`${link.download} ${link.href}`);
    });
    const fixture = await open({ scope: 'operator' });
    await press(fixture, 'Download');
    expect(saved).toEqual(['kenny.mcpb blob:bundle']);
  });

  it('that cannot be made says why, in the server’s words', async () => {
    refusal = new ApiError('conflict', 'This server was not built whole.', null);
    const fixture = await open({ scope: 'operator' });
    await press(fixture, 'Download');
    expect(textOf(fixture)).toContain('This server was not built whole.');
  });
});

describe('the first call', () => {
  afterEach(() => jest.useRealTimers());

  let came: number;

  /** Nothing here waits until the page is stable: it asks as long as nobody called. */
  function waiting(): ComponentFixture<FirstCall> {
    provide();
    jest.useFakeTimers({ now: Date.parse('2026-06-04T12:00:28Z') });
    came = 0;
    const fixture = TestBed.createComponent(FirstCall);
    fixture.componentRef.setInput('token', { ...TOKEN, token: 'kny_fresh' });
    fixture.componentRef.setInput('client', 'claude-code');
    fixture.componentRef.setInput('url', 'https://kenny.example');
    fixture.componentInstance.came.subscribe(() => (came += 1));
    fixture.detectChanges();
    return fixture;
  }

  /** The time in which the page asks so many times. */
  async function asks(fixture: ComponentFixture<unknown>, times: number): Promise<void> {
    await jest.advanceTimersByTimeAsync(times * 2_000);
    fixture.detectChanges();
  }

  it('turns the page green, with the name that the client gave', async () => {
    const fixture = waiting();
    await asks(fixture, 1);
    expect(textOf(fixture)).toContain('Waiting for Claude Code');
    server = USED;
    await asks(fixture, 1);
    expect(textOf(fixture)).toContain('Claude Code is connected');
    expect(textOf(fixture)).toContain('It called 2 s ago.');
    expect(textOf(fixture)).toContain('It calls itself claude-code 2U+202E.1');
    await asks(fixture, 5);
    expect(textOf(fixture)).toContain('It called 12 s ago');
    expect([asked, came]).toEqual([['token tok_1', 'token tok_1'], 1]);
  });

  it('is green at once for a client that says its name later, and then has the name', async () => {
    const fixture = waiting();
    server = { ...USED, client: null };
    await asks(fixture, 1);
    expect(textOf(fixture)).toContain('Claude Code is connected');
    expect(textOf(fixture)).not.toContain('It calls itself');
    server = USED;
    await asks(fixture, 1);
    expect(textOf(fixture)).toContain('It calls itself claude-code');
    expect(came).toBe(1);
  });

  it('that does not come in two minutes is explained; the page asks no more', async () => {
    const fixture = waiting();
    await asks(fixture, 61);
    expect(textOf(fixture)).toContain('No call in two minutes');
    expect(textOf(fixture)).toContain('Can that computer open https://kenny.example?');
    expect(asked).toHaveLength(60);
    root(fixture).querySelector('button')?.click();
    await asks(fixture, 1);
    expect(asked).toHaveLength(61);
  });

  it('is not asked for while nobody looks', async () => {
    const fixture = waiting();
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await asks(fixture, 100);
    expect(asked).toEqual([]);
    hidden.mockRestore();
    await asks(fixture, 1);
    expect(asked).toEqual(['token tok_1']);
  });
});

describe('the list of connections', () => {
  it('has the client and the last use as text, and ends one when somebody is sure', async () => {
    const fixture = await open();
    expect(textOf(fixture)).toContain('Claude <b>Code</b> of Anna');
    expect(textOf(fixture)).toContain('never used');
    sure = false;
    await press(fixture, 'End');
    expect(asked).toEqual(['list mcp']);
    sure = true;
    await press(fixture, 'End');
    expect(asked).toEqual(['list mcp', 'revoke tok_1', 'list mcp']);
  });
});
