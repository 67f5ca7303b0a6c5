import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { ApiClient } from '../../core/http/api-client';
import { Session } from '../../core/session/session';
import { WhatRuns } from './what-runs';

const LOOK = {
  ...{ name: 'look', title: 'Look around' },
  effect: 'read',
  where: 'agent',
  sensitive: false,
};
const TOOLS = [
  LOOK,
  { ...LOOK, name: 'snap', title: 'Take a picture', sensitive: true },
  { ...LOOK, name: 'turn', title: 'Turn it off', effect: 'change', risk: 'high' },
  { ...LOOK, name: 'choose', title: 'Choose a PC', where: 'server' },
  { ...LOOK, name: 'secret', title: 'Not shown', hidden: true },
];

const connection = (name: string, elicitation: boolean) => ({
  ...{ name, elicitation, operator: { id: 'anna', name: 'Anna' } },
});

let page: HTMLElement;
let connections: ReturnType<typeof connection>[];

beforeEach(() => {
  connections = [];
});

/** The text of each answer, for somebody with these classes. */
async function answersFor(...classes: string[]): Promise<Record<string, string>> {
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      {
        provide: ApiClient,
        useValue: {
          catalog: () => Promise.resolve({ tools: TOOLS }),
          tokens: () => Promise.resolve({ items: connections, next_cursor: null }),
        },
      },
      {
        provide: Session,
        useValue: { me: () => ({ classes }), reaches: () => classes.includes('change') },
      },
    ],
  });
  const fixture = TestBed.createComponent(WhatRuns);
  await fixture.whenStable();
  page = fixture.nativeElement as HTMLElement;
  const answers = [...page.querySelectorAll<HTMLElement>('[data-answer]')];
  return Object.fromEntries(
    answers.map(({ dataset, textContent }) => [dataset['answer'] ?? '', textContent]),
  );
}

describe('the policy in three answers', () => {
  it('counts what runs without asking and what needs approval', async () => {
    const { asks, runs } = await answersFor('read', 'sensitive', 'change');
    expect(asks).toMatch(/1 tool(?!s).*Turn it off\s+· High risk/s);
    expect(asks).toContain('a connected program that was allowed to may accept low-risk changes');
    expect(runs).toMatch(/1 tool(?!s).*Look around/s);
    expect(runs).not.toMatch(/Not shown|Choose a PC/);
  });

  it('names the programs that may accept low-risk changes themselves to an admin', async () => {
    connections = [connection('Cursor', true), connection('Claude', false)];
    const { asks } = await answersFor('read', 'change');
    expect(asks).toMatch(/Who has it\s*: Cursor of Anna\s/);
    TestBed.resetTestingModule();
    connections = [connection('Claude', false)];
    expect((await answersFor('read', 'change'))['asks']).toMatch(/Who has it\s*: no program now/);
    TestBed.resetTestingModule();
    expect((await answersFor('read'))['asks']).toMatch(/Who has it\s*: ask an admin/);
  });

  it('says who reads private things without asking: whoever may, with all that has their rights', async () => {
    const { private: own } = await answersFor('read', 'sensitive', 'change');
    expect(own).toMatch(/1 tool(?!s).*Take a picture/s);
    expect(own).toContain('Files, logs or a screen.');
    expect(own).toMatch(/You, Chat and your tasks\s*: at once/);
    expect(own).toMatch(/Programs under Connections\s*: always ask first/);
    expect(own).toMatch(/Everybody else\s*: asks first, unless an admin/);
  });

  it('says so of whoever has to ask as well', async () => {
    const { private: own } = await answersFor('read', 'change');
    expect(own).toMatch(/You, Chat and your tasks\s*: ask first: your token may not/);
  });

  it('says what can be changed, and leads an admin there', async () => {
    await answersFor('read', 'change');
    expect(page.textContent).toContain('Which of the three a tool belongs to is fixed.');
    const links = [...page.querySelectorAll('a')].map((one) => one.getAttribute('href'));
    expect(links).toEqual(['/settings/people', '/settings/connections']);
  });

  it('names the admin to anybody else', async () => {
    await answersFor('read');
    expect(page.textContent).toMatch(/each person and each connection, by an admin/);
    expect(page.querySelector('a')).toBeNull();
  });
});
