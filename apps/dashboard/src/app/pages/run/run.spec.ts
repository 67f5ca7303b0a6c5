import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { CATALOG } from '@kenny/contract/agent';
import { REMEDIES } from '@kenny/health';
import { SEVERAL_PCS, type ApprovalView, type CallToolBody } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { anApproval } from '../../../../test/an-approval';
import { HOSTILE, refusal } from '../../../../test/pc-page-world';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { Session } from '../../core/session/session';
import { Run } from './run';

interface Asked {
  readonly id: string;
  readonly body: CallToolBody;
  readonly stop: AbortSignal | undefined;
  answer(value: unknown): void;
  refuse(error: Error): void;
}

describe('one tool on several PCs', () => {
  let fixture: ComponentFixture<Run>;
  let asked: Asked[];
  let isOperator: boolean;
  let catalog: object;
  const approvals = signal<ReadonlyMap<string, ApprovalView>>(new Map());
  const pcs = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5'].map((id) =>
    aPc({ agent_id: id, name: `Room ${id}`, online: id !== 'p5' }),
  );
  const windows = aPc({
    ...{ agent_id: 'win', name: 'Win' },
    meta: { hostname: 'win', os: 'windows', version: '1' },
  });

  const element = () => fixture.nativeElement as HTMLElement;
  const text = () => (element().textContent ?? '').replace(/\s+/g, ' ');
  /** ID of a PC on which nothing is wrong any more. */
  const healed = signal('');
  const rows = () =>
    [...element().querySelectorAll('kenny-run-results tbody tr:not(.whole)')].map((row) =>
      [...row.children]
        .map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim())
        .join(' '),
    );
  const button = (name: RegExp) =>
    [...element().querySelectorAll('button')].find((one) => name.test(one.textContent ?? ''));

  const callTool = (tool: string, body: CallToolBody, stop?: AbortSignal) =>
    new Promise((resolve, reject) => {
      stop?.addEventListener('abort', () => reject(refusal('unreachable')));
      asked.push({ id: body.agent_id ?? '', body, stop, answer: resolve, refuse: reject });
    });

  beforeEach(() => {
    jest.useFakeTimers();
    [asked, isOperator, catalog] = [[], true, CATALOG];
    approvals.set(new Map());
    healed.set('');
  });
  afterEach(() => jest.useRealTimers());

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 6; turn += 1) {
      await jest.advanceTimersByTimeAsync(1);
      TestBed.tick();
    }
  }

  async function open(ids: readonly string[], tool?: string): Promise<void> {
    const known = new Map([...pcs, windows].map((pc) => [pc.agent_id, pc]));
    const fleet = {
      agent: (id: string) => {
        const pc = known.get(id);
        return pc && healed() === id ? { ...pc, sections: [] } : pc;
      },
      nameOf: (id: string) => known.get(id)?.name ?? id,
      ready: () => true,
    };
    const store = {
      approval: (id: string) => approvals().get(id),
      know: (approval: ApprovalView) =>
        approvals.update((before) => new Map(before).set(approval.id, approval)),
    };
    const session = {
      ...{ reaches: () => isOperator, holds: () => true, me: () => null },
    };
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        {
          provide: ApiClient,
          useValue: {
            catalog: () => Promise.resolve(catalog),
            callTool,
          },
        },
        { provide: FleetStore, useValue: fleet },
        { provide: ApprovalsStore, useValue: store },
        { provide: Session, useValue: session },
      ],
    });
    fixture = TestBed.createComponent(Run);
    fixture.componentRef.setInput('pc', ids.join(','));
    fixture.componentRef.setInput('tool', tool);
    await settle();
  }

  async function submit(value: string): Promise<void> {
    const field = element().querySelector<HTMLInputElement>('form input, form textarea');
    if (!field) throw new Error('there is no field');
    field.value = value;
    field.dispatchEvent(new Event('input'));
    element()
      .querySelector('form')
      ?.dispatchEvent(new Event('submit', { cancelable: true }));
    await settle();
  }

  const read = async () => {
    await open(['p0', 'p1', 'p2', 'p3', 'p4', 'p5'], 'fs_read');
    await submit('/etc/hosts');
  };
  const content = (words: string) => ({
    ...{ call_id: 'call-1', result: { content: words, truncated: false } },
  });

  it('names the PCs that were chosen, and only those on which it can run', async () => {
    await open(['p0', 'p5']);
    expect(element().querySelector('.names')?.textContent).toBe('Room p0, Room p5');
    TestBed.resetTestingModule();
    await open(['p0', 'win'], 'shell_exec');
    expect(element().querySelector('.names')?.textContent).toBe('Room p0');
  });

  it('says on which of the PCs a fix is needed, and asks only there unless told otherwise', async () => {
    catalog = { ...CATALOG, remedies: REMEDIES };
    const since = '2026-11-21T14:02:00Z';
    const printers = {
      name: 'printers',
      status: 'warn',
      reason: '180 documents wait',
      since,
    } as const;
    pcs.push(aPc({ agent_id: 'till', name: 'Till', sections: [printers] }));
    await open(['p0', 'till']);
    expect(text()).toContain('Needed on Till. When documents wait');
    fixture.componentRef.setInput('fix', 'Restart the print service');
    await settle();
    const names = () => element().querySelector('.names')?.textContent;
    expect(names()).toBe('Till');
    expect(button(/Ask to run on/)?.textContent).toContain('1 PC');
    button(/On all 2 PCs instead/)?.click();
    await settle();
    expect(names()).toBe('Room p0, Till');
    button(/Only there/)?.click();
    await settle();
    expect(names()).toBe('Till');
    healed.set('till');
    await settle();
    expect([names(), text().includes('Needed on Till.')]).toEqual(['Till', true]);
    expect(button(/On all 2 PCs instead/)).toBeDefined();
    fixture.componentRef.setInput('pc', 'till');
    await settle();
    expect(button(/Only there|instead/)).toBeUndefined();
  });

  it('asks a few at a time, and shows each answer as it comes, as text', async () => {
    await read();
    expect(asked.map(({ id }) => id)).toEqual(['p0', 'p1', 'p2', 'p3']);
    expect(asked).toHaveLength(SEVERAL_PCS.atOnce);
    expect(rows()[4]).toMatch(/Room p4 Queued/);
    asked[1]?.answer(content(HOSTILE));
    await settle();
    expect(asked.map(({ id }) => id)).toEqual(['p0', 'p1', 'p2', 'p3', 'p4']);
    expect(asked[4]?.body).toEqual({ agent_id: 'p4', args: { path: '/etc/hosts' } });
    expect(rows()[1]).toMatch(/Room p1 Done.*<script>/);
    expect(element().querySelector('img, script')).toBeNull();
    expect(text()).toContain('1 done · 4 to come · 1 not run');
  });

  it('has a row in words for the one that fails and the one that is offline, and tries them again', async () => {
    await read();
    asked[0]?.refuse(refusal('unsupported'));
    for (const call of asked.slice(1)) call.answer(content('fine'));
    await settle();
    asked[4]?.answer(content('fine'));
    await settle();
    expect(rows()[0]).toMatch(/Room p0 Failed: it is unsupported/);
    expect(rows()[5]).toMatch(/Room p5 Not run: This PC is offline/);
    button(/Try again on 2/)?.click();
    await settle();
    expect(asked.slice(5).map(({ id }) => id)).toEqual(['p0']);
    expect(rows()[5]).toContain('offline');
    expect(rows()[1]).toContain('Done');
  });

  it('stops what runs and what is queued, and passes it on', async () => {
    await read();
    asked[0]?.answer(content('fine'));
    await settle();
    button(/^\s*Stop\s*$/)?.click();
    await settle();
    expect(asked).toHaveLength(5);
    expect(asked.slice(1).map(({ stop }) => stop?.aborted)).toEqual([true, true, true, true]);
    expect(rows().map((row) => /Done|Stopped|Not run/.exec(row)?.[0])).toEqual([
      ...['Done', 'Stopped', 'Stopped', 'Stopped', 'Stopped', 'Not run'],
    ]);
  });

  it('is stopped by whoever leaves the page', async () => {
    await read();
    fixture.destroy();
    await jest.advanceTimersByTimeAsync(1);
    expect(asked.map(({ stop }) => stop?.aborted)).toEqual([true, true, true, true]);
  });

  it('makes one request per PC for a change, each with its own sheet, and none for all', async () => {
    await open(['p0', 'p1', 'p5'], 'shell_exec');
    expect(text()).toContain('needs approval on each PC');
    await submit('echo hi');
    for (const { id, answer } of asked) {
      answer({ approval: anApproval({ id: `apr_${id}`, agent_id: id }) });
    }
    await settle();
    expect(text()).toContain('2 waiting for approval · 1 not run');
    const links = [...element().querySelectorAll('a')].map((link) => link.getAttribute('href'));
    for (const id of ['apr_p0', 'apr_p1']) expect(links).toContain(`/run/approval/${id}`);
    expect(button(/approve/i)).toBeUndefined();
    approvals.update((before) =>
      new Map(before).set(
        'apr_p0',
        anApproval({
          ...{ id: 'apr_p0', agent_id: 'p0', state: 'done', ended_at: '2026-11-21T20:00:00Z' },
          outcome: { result: { stdout: 'hi', exit_code: 0 } },
        }),
      ),
    );
    await settle();
    expect(rows()[0]).toMatch(/Room p0 Done.*hi/);
    expect(rows()[1]).toMatch(/Room p1 Waiting/);
  });

  it('says before a tool is chosen who is left out', async () => {
    await open(['p0', 'p5']);
    expect(text()).toContain('1 is offline, so nothing runs there: Room p5.');
    fixture.componentRef.setInput('pc', 'p0,p1');
    await settle();
    expect(text()).not.toContain('away');
  });

  it('offers the tools that all of them have, and names who has not the others', async () => {
    await open(['p0', 'win', 'gone']);
    const offered = [...element().querySelectorAll('kenny-tool-list ul a')].map((link) =>
      link.textContent?.trim(),
    );
    expect(offered).toContain('List a folder…');
    expect(offered).not.toContain('Run a shell command…');
    expect(text()).toMatch(/Not on Win \(Windows\)\. ?Run a shell command/);
    fixture.componentRef.setInput('tool', 'shell_exec');
    await settle();
    expect(text()).toMatch(/Win: Only for Linux, macOS; this PC has Windows/);
    expect(text()).toMatch(/gone: No such PC/);
    expect(text()).toContain('Ask to run on 1 PC');
  });

  it('begins with what was typed on the page of one PC', async () => {
    sessionStorage.setItem('kenny.draft..tool.fs_list', JSON.stringify({ path: '/srv' }));
    await open(['p0', 'p1'], 'fs_list');
    expect(element().querySelector<HTMLInputElement>('form input')?.value).toBe('/srv');
  });

  it('finds words in the results, and opens one whole', async () => {
    await open(['p0', 'p1'], 'fs_read');
    await submit('/etc/hosts');
    asked[0]?.answer(content('one\nthe old Reader\n'));
    asked[1]?.answer(content('two'));
    await settle();
    const search = element().querySelector<HTMLInputElement>('input[type=search]');
    if (!search) throw new Error('there is no search');
    search.value = 'reader';
    search.dispatchEvent(new Event('input'));
    await settle();
    expect(rows()).toEqual([expect.stringMatching(/Room p0 Done.*the old Reader/)]);
    expect(text()).toContain('1 of 2 PCs');
    button(/Room p0/)?.click();
    await settle();
    expect(element().querySelector('.whole')?.textContent).toContain('call-1');
  });

  it('searches for what all could install on the first that answers, not for what one has', async () => {
    await open(['p5', 'p0', 'win'], 'winget_install');
    const field = element().querySelector<HTMLInputElement>('kenny-field-lookup input');
    if (!field) throw new Error('there is no search');
    field.value = 'vlc';
    button(/^\s*Search\s*$/)?.click();
    await settle();
    expect(asked.map(({ id, body }) => [id, body.args])).toEqual([['win', { query: 'vlc' }]]);
    fixture.componentRef.setInput('tool', 'winget_uninstall');
    await settle();
    expect(element().querySelector('kenny-field-lookup')).toBeNull();
  });

  it('says why it does not run: too many PCs, none, or somebody who may only view', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `pc-${at}`);
    await open(many, 'fs_read');
    expect(text()).toContain('A tool runs on at most 50 PCs at once; these are 1,000.');
    expect(element().querySelector('form')).toBeNull();
    fixture.componentRef.setInput('pc', '');
    await settle();
    expect(text()).toContain('No PCs are chosen.');
    TestBed.resetTestingModule();
    isOperator = false;
    await open(['p0'], 'fs_read');
    expect(text()).toContain('You can view, but not run tools.');
  });
});
