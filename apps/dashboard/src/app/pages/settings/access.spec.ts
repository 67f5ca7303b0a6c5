import { signal, type Type } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type {
  FleetAgent,
  NewerVersion,
  ReleaseView,
  SessionView,
  UpdatesView,
} from '@kenny/contract/web';
import { FleetStore } from '../../core/fleet/fleet-store';
import { aPc } from '../../../../test/a-pc';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { AskFirst, type Question } from '../../ui/ask-first';
import { UPDATES } from '../../../../test/updates';
import { Releases } from './releases';
import { Sessions } from './sessions';

const SESSION: SessionView = {
  id: 'ab'.repeat(32),
  operator: { id: 'bea', name: 'Bea' },
  token: { id: 'tok_1', name: 'phone', scope: 'operator' },
  opened_at: '2026-06-04T12:00:00Z',
  last_used_at: '2026-06-04T12:05:00Z',
  stays: false,
  expires_at: '2026-06-11T12:00:00Z',
  user_agent: '<b>Fire\u202efox</b>',
  current: false,
};
const RELEASE: ReleaseView = {
  ...{ name: 'linux-x86_64-kenny-agent-0.2.0', version: '0.2.0', os: 'linux', arch: 'x86_64' },
  ...{ size: 91_000_000, sha256: 'cd'.repeat(32), verified: false },
  published_at: '2026-06-04T12:00:00Z',
  published_by: { kind: 'operator', id: 'admin', name: '<i>admin</i>' },
};

const pc = (agent_id: string, version: string): FleetAgent =>
  aPc({
    ...{ agent_id, name: agent_id },
    meta: { hostname: agent_id, os: 'linux', arch: 'x86_64', version },
  });
const agents = signal<readonly FleetAgent[]>([]);

let asked: string[];
let questions: Question[];
let sure: boolean;
let server: () => Promise<unknown>;
let newer: NewerVersion | null;
let looked: Pick<UpdatesView, 'looked_at' | 'trouble'>;

beforeEach(() => {
  [asked, questions, sure, newer] = [[], [], true, null];
  looked = { looked_at: null, trouble: null };
  agents.set([]);
  const noted = (what: string) => (id: string) => {
    asked.push(`${what} ${id}`);
    return Promise.resolve({});
  };
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      {
        provide: ApiClient,
        useValue: {
          sessions: () => server(),
          releases: () => server(),
          updates: () => Promise.resolve({ ...UPDATES, newer, ...looked }),
          endSession: noted('end'),
          endSessionsOf: noted('end all of'),
          withdrawRelease: noted('withdraw'),
        },
      },
      {
        provide: FleetStore,
        useValue: { agents, ready: signal(true), error: signal(null) },
      },
      {
        provide: AskFirst,
        useValue: {
          ask: (question: Question) => {
            questions.push(question);
            return Promise.resolve(sure);
          },
        },
      },
    ],
  });
});

async function show<T>(panel: Type<T>, items: readonly object[]): Promise<ComponentFixture<T>> {
  server = () => Promise.resolve({ items, next_cursor: null });
  const fixture = TestBed.createComponent(panel);
  await fixture.whenStable();
  return fixture;
}
const elementOf = ({ nativeElement }: ComponentFixture<unknown>) => nativeElement as HTMLElement;
const textOf = (fixture: ComponentFixture<unknown>) => elementOf(fixture).textContent;

async function press(fixture: ComponentFixture<unknown>, words: RegExp): Promise<void> {
  const buttons = [...elementOf(fixture).querySelectorAll('button')];
  const button = buttons.find(({ textContent }) => words.test(textContent));
  if (!button) throw new Error(`no button says ${String(words)}`);
  button.click();
  await fixture.whenStable();
}

describe.each([
  ['who is logged in', Sessions as Type<unknown>, 'Nobody is logged in with a browser.'],
  ['the releases', Releases as Type<unknown>, 'None published'],
])('the list of %s', (_, panel, empty) => {
  it('says so while it asks, when there is nothing, and when it gets no answer', async () => {
    server = () => new Promise(() => undefined);
    const waiting = TestBed.createComponent(panel);
    waiting.detectChanges();
    expect(textOf(waiting)).toContain('Loading…');
    waiting.destroy();
    expect(textOf(await show(panel, []))).toContain(empty);
    server = () => Promise.reject(new ApiError('unavailable', 'The database is away.', null));
    const failed = TestBed.createComponent(panel);
    await failed.whenStable();
    expect(textOf(failed)).toContain('The database is away.');
    server = () => Promise.resolve({ items: [], next_cursor: null });
    await press(failed, /again|retry/i);
    expect(textOf(failed)).toContain(empty);
  });
});

describe('a session', () => {
  it('is shown with its person and what its browser says of itself, as text', async () => {
    const fixture = await show(Sessions, [SESSION, { ...SESSION, id: 'x', current: true }]);
    expect(textOf(fixture)).toContain('Bea');
    expect(textOf(fixture)).toContain('<b>Fire');
    expect(elementOf(fixture).querySelector('b')).toBeNull();
    expect(textOf(fixture)).not.toContain('\u202e');
    expect(textOf(fixture).match(/this browser/g)).toHaveLength(1);
  });

  it('says how long it lasts without use, and how long at most', async () => {
    const fixture = await show(Sessions, [SESSION, { ...SESSION, id: 'x', stays: true }]);
    const ends = (idle: string) => `ends after ${idle} without use, 11 Jun at the latest`;
    expect(textOf(fixture)).toContain(ends('12 hours'));
    expect(textOf(fixture)).toContain(ends('30 days'));
  });

  it('ends when somebody is sure, and not before', async () => {
    const fixture = await show(Sessions, [SESSION]);
    sure = false;
    await press(fixture, /^\s*End\s/);
    expect(asked).toEqual([]);
    sure = true;
    await press(fixture, /^\s*End\s/);
    expect(asked).toEqual([`end ${SESSION.id}`]);
    expect(questions.map(({ act }) => act)).toEqual(['End login', 'End login']);
  });

  it('ends with all others of its person, where there are others', async () => {
    const alone = await show(Sessions, [SESSION]);
    expect(textOf(alone)).not.toContain('End all');
    const fixture = await show(Sessions, [SESSION, { ...SESSION, id: 'y' }]);
    await press(fixture, /End all logins of Bea/);
    expect(asked).toEqual(['end all of bea']);
    expect(questions.at(-1)?.words).toContain('All their browsers');
  });

  it('is folded with those that look alike, and each of them ends on its own', async () => {
    const CHROME = { ...SESSION, id: 'c', user_agent: 'Mozilla/5.0 (X11; Linux) Chrome/140' };
    const newer = { ...CHROME, id: 'y', user_agent: 'Mozilla/5.0 (X11; Linux) Chrome/141' };
    const other = { ...SESSION, id: 'z', operator: { id: 'leo', name: 'Leo' } };
    const fixture = await show(Sessions, [CHROME, newer, { ...CHROME, id: 'x' }, SESSION, other]);
    const folds = [...elementOf(fixture).querySelectorAll('details')];
    expect(folds.map(({ open }) => open)).toEqual([false]);
    expect(folds[0]?.querySelector('summary')?.textContent).toMatch(/3 logins, Chrome on Linux/);
    expect(folds[0]?.querySelectorAll('.login')).toHaveLength(3);
    const people = [...elementOf(fixture).querySelectorAll('li strong')];
    expect(people.map(({ textContent }) => textContent.trim())).toEqual(['Bea', 'Leo']);
    expect(textOf(fixture).match(/End all logins/g)).toHaveLength(1);
  });

  it('of this browser comes first, and says that it ends too', async () => {
    const ids = ['1', '2', '3', '4', '5'];
    const logins = ids.map((id) => ({ ...SESSION, id, current: id === '5' }));
    const fixture = await show(Sessions, logins);
    const rows = [...elementOf(fixture).querySelectorAll('li')].map((row) => row.textContent);
    expect(rows).toHaveLength(1);
    const [own, ...others] = elementOf(fixture).querySelectorAll('.login');
    expect(own?.textContent).toContain('this browser');
    expect(own?.closest('details')).toBeNull();
    expect(others).toHaveLength(4);
    await press(fixture, /End all logins of Bea/);
    expect(questions.at(-1)).toMatchObject({ act: 'End all my logins' });
    expect(questions.at(-1)?.words).toContain('this one too');
  });
});

describe('a release', () => {
  it('is shown with its hash and who published it, and withdrawn when somebody is sure', async () => {
    const fixture = await show(Releases, [RELEASE]);
    for (const words of ['0.2.0', 'Linux (x86_64)', RELEASE.sha256, '91 MB', '<i>admin</i>']) {
      expect(textOf(fixture)).toContain(words);
    }
    expect(textOf(fixture)).toContain('signature not checked here');
    await press(fixture, /Withdraw/);
    expect(asked).toEqual([`withdraw ${RELEASE.name}`]);
  });

  it('comes after what the PCs run now, newest first, with those that can be updated', async () => {
    agents.set([
      ...[pc('<b>Mum</b>', '0.1.0'), pc('Leo', '0.2.0'), pc('Anna', '0.1.0')],
      { ...pc('New', ''), meta: null },
    ]);
    const fixture = await show(Releases, [RELEASE]);
    const rows = [...elementOf(fixture).querySelectorAll('[aria-label=Versions] li')];
    const [first, second] = rows;
    expect(first?.textContent).toMatch(/kenny 0\.2\.0\s*on 1 PC\s*Leo/);
    expect(second?.textContent).toMatch(/kenny 0\.1\.0\s*on 2 PCs[^]*<b>Mum<\/b>\s*Anna/);
    expect(first?.textContent).not.toContain('newer version');
    expect(second?.textContent).toContain('A newer version is ready');
    const links = [...(second?.querySelectorAll('a') ?? [])].map((one) => one.getAttribute('href'));
    expect(links).toEqual(['/fleet/%3Cb%3EMum%3C%2Fb%3E', '/fleet/Anna']);
    expect(elementOf(fixture).querySelector('b')).toBeNull();
  });

  it.each([
    ['that some are ahead of it', ['0.2.0', '0.3.0'], [], '2 PCs: nothing to update.'],
    [
      'that nothing is to be done',
      ['0.2.0', '0.2.0'],
      [],
      'Both PCs have the same version as this server',
    ],
    ['so of a single PC', ['0.2.0'], [], 'Your PC has the same version as this server, 0.2.0.'],
    [
      'of how many there is a newer one',
      ['0.1.0', '0.2.0'],
      [RELEASE],
      '1 of 2 PCs can be updated to 0.2.0.',
    ],
    [
      'who is older than the server',
      ['0.1.0'],
      [],
      '1 PC has an older version than this server, 0.2.0.',
    ],
  ])('says first %s', async (_what, versions, releases, words) => {
    agents.set(versions.map((version, nr) => pc(`pc${nr}`, version)));
    expect(textOf(await show(Releases, releases))).toContain(words);
  });

  it('is not listed by PC while all have the same, and says when one is offered', async () => {
    agents.set([pc('Mum', '0.2.0'), pc('Leo', '0.2.0')]);
    const fixture = await show(Releases, []);
    expect(elementOf(fixture).querySelector('[aria-label=Versions]')).toBeNull();
    expect(textOf(fixture)).toContain('When a newer version is here for your PCs, it is offered');
  });

  it.each([
    [null, null, null],
    ['2026-11-30T08:00:00.000Z', null, 'ok'],
    ['2026-11-30T08:00:00.000Z', 'news.example did not answer.', null],
  ])('is good news only where kenny has looked for newer ones: %s, %s', async (at, why, mood) => {
    looked = { looked_at: at, trouble: why };
    agents.set([pc('Mum', '0.2.0')]);
    const summary = elementOf(await show(Releases, [])).querySelector('.summary');
    expect(summary?.getAttribute('data-mood')).toBe(mood);
  });

  it('that is out sends to the server first', async () => {
    newer = { version: '0.3.0', url: null, notes: null };
    agents.set([pc('Mum', '0.2.0')]);
    const text = textOf(await show(Releases, []));
    expect(text).toContain('Your PC has the same version as this server, 0.2.0. Update the server');
  });

  it('is offered to every PC that can take it with one button', async () => {
    agents.set([pc('Mum', '0.1.0'), pc('Leo', '0.2.0'), pc('Anna', '0.1.0')]);
    expect(textOf(await show(Releases, [RELEASE]))).toMatch(/Update 2 PCs…/);
    expect(textOf(await show(Releases, []))).not.toContain('Update 2');
  });

  it('names a few PCs of a version, and all when asked', async () => {
    const eight = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name) => pc(name, '0.2.0'));
    agents.set([...eight, pc('Z', '0.1.0')]);
    const fixture = await show(Releases, []);
    expect(textOf(fixture)).toContain('F, 2 more');
    await press(fixture, /Show all 8/);
    expect(textOf(fixture)).toContain('F, G, H');
    expect(textOf(fixture)).not.toContain('Show all');
  });

  it('is published in a fold, for whoever builds it', async () => {
    const fixture = await show(Releases, [RELEASE]);
    const fold = elementOf(fixture).querySelector<HTMLDetailsElement>(':scope > details');
    expect(fold?.open).toBe(false);
    expect(fold?.querySelector('summary')?.textContent).toBe('For whoever builds kenny');
    expect(fold?.querySelector('[aria-label=Releases]')).not.toBeNull();
    expect(elementOf(fixture).querySelector('section')?.textContent).not.toContain('npm run');
  });

  it('leads there when PCs are older than the server and nothing is published', async () => {
    agents.set([pc('Mum', '0.1.0')]);
    const fixture = await show(Releases, []);
    await press(fixture, /Publish it for them/);
    const fold = elementOf(fixture).querySelector<HTMLDetailsElement>(':scope > details');
    expect(fold?.open).toBe(true);
    expect(textOf(await show(Releases, [RELEASE]))).not.toContain('Publish it for them');
  });

  it('counts as many PCs as the fleet has, and says which of them it cannot update now', async () => {
    const added = { ...pc('New', ''), meta: null };
    agents.set([pc('Mum', '0.2.0'), { ...pc('Leo', '0.2.0'), online: false }, added]);
    expect(textOf(await show(Releases, []))).toMatch(
      /Both PCs have the same version as this server, 0\.2\.0\.\s*1 of them is offline now\. 1 more is not connected yet\./,
    );
  });
});
