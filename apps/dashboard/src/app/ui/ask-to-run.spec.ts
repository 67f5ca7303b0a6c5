import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { CATALOG } from '@kenny/contract/agent';
import type { ApprovalView, ToolClass } from '@kenny/contract/web';
import { REMEDIES } from '@kenny/health';
import { aPc } from '../../../test/a-pc';
import { anApproval } from '../../../test/an-approval';
import { ApprovalsStore } from '../core/approvals/approvals-store';
import type { OfferedCall } from '../core/approvals/sheet-opener';
import { FleetStore } from '../core/fleet/fleet-store';
import { ApiClient } from '../core/http/api-client';
import { Mutation } from '../core/http/mutation';
import { Session } from '../core/session/session';
import { AskToRun } from './ask-to-run';

const [RESTART, SCAN] = ['Restart the print service', 'Run a quick scan'].map((title) => {
  const found = Object.values(REMEDIES)
    .flat()
    .find((one) => one.title === title && one.os === 'windows');
  if (!found) throw new Error(`there is no fix ${title}`);
  const { tool, args } = found;
  return { tool, args, agent_id: 'pc1', reason: title };
}) as [OfferedCall, OfferedCall];

describe('a button that offers a change', () => {
  const waiting = signal<readonly ApprovalView[]>([]);
  let [mayDecide, classes]: [boolean, ToolClass[]] = [true, []];
  let asked: unknown[];
  let asking: Mutation;
  const dialog = () => document.querySelector('kenny-would-run');
  const words = () => (dialog()?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const button = (name: string) =>
    [...(dialog()?.querySelectorAll('button') ?? [])].find((one) => one.textContent.includes(name));

  beforeAll(() => import('./would-run'));
  beforeEach(() => {
    [mayDecide, classes] = [true, ['read', 'change']];
    asked = [];
    asking = new Mutation();
    waiting.set([]);
    const meta = { hostname: 'k', os: 'windows', version: '1' } as const;
    const pc = aPc({ name: 'Reception', meta });
    const callTool = (...call: unknown[]) => {
      asked.push(call);
      return Promise.resolve({ approval: anApproval({ id: 'apr_1' }) });
    };
    const catalog = () => Promise.resolve({ ...CATALOG, remedies: REMEDIES });
    const ready = () => true;
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: ApiClient, useValue: { callTool, catalog } },
        { provide: ApprovalsStore, useValue: { ready, waiting, load: () => Promise.resolve() } },
        { provide: FleetStore, useValue: { agent: () => pc, nameOf: () => pc.name } },
        {
          provide: Session,
          useValue: {
            mayDecide: () => mayDecide,
            holds: (one: ToolClass) => classes.includes(one),
          },
        },
      ],
    });
    jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
  });

  async function press(call: OfferedCall): Promise<() => Promise<void>> {
    const askToRun = TestBed.inject(AskToRun);
    await settle();
    const done = askToRun.ask(asking, call);
    await settle();
    return () => done;
  }

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) {
      TestBed.tick();
      await Promise.resolve();
    }
  }

  it('shows what it would do and its risk, and asks for nothing before somebody goes on', async () => {
    const done = await press(RESTART);
    expect(words()).toContain('Restart the print service on Reception');
    expect(words()).toContain('Medium risk · A second run means a second restart');
    expect(words()).toContain('Nothing has been asked for yet.');
    expect([asked, asking.busy()]).toEqual([[], false]);
    button('Continue')?.click();
    await done();
    const { tool, ...body } = RESTART;
    expect(asked).toEqual([[tool, body]]);
  });

  it('says in a whole sentence when the fix is the one to use', async () => {
    await press(RESTART);
    expect(words()).toContain('Use it when documents wait and nothing is printed.');
    button('Cancel')?.click();
  });

  it.each(Object.values(REMEDIES).flatMap((all) => all.map((one) => [one.title, one.when])))(
    'can say so of every fix: %s',
    (_title, when) => {
      expect(when).toMatch(/^(?:When|After) .*\.$/);
      expect(when).not.toMatch(/: (?:shows|removes|shortens) /);
    },
  );

  it('leaves nothing behind when somebody has only looked', async () => {
    const done = await press(SCAN);
    expect(words()).toContain('High risk · Defender may lock away what it finds');
    button('Cancel')?.click();
    await done();
    expect(asked).toEqual([]);
    expect(TestBed.inject(Router).navigate).not.toHaveBeenCalled();
  });

  it('says to somebody who may not approve it that others decide', async () => {
    mayDecide = false;
    const done = await press(RESTART);
    expect(words()).toContain('Somebody who may approve it decides.');
    button('Ask to run it')?.click();
    await done();
    expect(asked).toHaveLength(1);
  });

  it('leads to what waits already, which everybody sees', async () => {
    const { tool, args } = RESTART;
    waiting.set([anApproval({ id: 'apr_0', agent_id: 'pc1', tool, args })]);
    await (
      await press(RESTART)
    )();
    expect(dialog()).toBeNull();
    expect(TestBed.inject(Router).navigate).toHaveBeenCalledWith(['/approvals', 'apr_0']);
  });

  it.each([
    ['runs a read at once', ['read', 'change', 'sensitive'], false],
    ['shows a read first that this person has to ask for', ['read', 'change'], true],
  ] as const)('%s', async (_what, held, shows) => {
    classes = [...held];
    const done = await press({ tool: 'screen_capture', agent_id: 'pc1', args: {} });
    expect([dialog() !== null, asked.length]).toEqual(shows ? [true, 0] : [false, 1]);
    button('Continue')?.click();
    await done();
    expect(asked).toHaveLength(1);
  });
});
