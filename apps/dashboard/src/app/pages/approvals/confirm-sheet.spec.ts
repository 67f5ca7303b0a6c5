import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { ApprovalView, DecideBody, ToolClass } from '@kenny/contract/web';
import { anApproval } from '../../../../test/an-approval';
import { SeenEnds } from '../../../../test/seen-ends';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { Session } from '../../core/session/session';
import { ConfirmSheet } from './confirm-sheet';

const ME = { kind: 'operator', id: 'anna', name: 'Anna' } as const;

describe('the confirm sheet', () => {
  SeenEnds.forEachTest();
  let fixture: ComponentFixture<ConfirmSheet>;
  let decided: [string, DecideBody][];
  let refuse: ApiError | undefined;
  let mayDecide: boolean;
  let classes: ToolClass[];
  let changed: string[];
  let judged: () => Promise<unknown>;
  let catalog: () => Promise<unknown>;
  let past: () => Promise<unknown>;
  let said: (id: string) => Promise<unknown>;

  const fleetArrived = signal(true);
  const element = () => fixture.nativeElement as HTMLElement;
  const text = () => element().textContent ?? '';
  const button = (name: RegExp) =>
    [...element().querySelectorAll('button')].find((one) => name.test(one.textContent ?? ''));
  const settle = async (ms = 0) => {
    await jest.advanceTimersByTimeAsync(ms);
    TestBed.tick();
  };

  async function show(approval: ApprovalView): Promise<void> {
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        {
          provide: ApiClient,
          useValue: {
            approval: () => Promise.resolve({ approval: anApproval({ changed_since: changed }) }),
            catalog: () => catalog(),
            approvals: () => past(),
            tryPolicy: () => judged(),
            saidBefore: (id: string) => said(id),
          },
        },
        {
          provide: FleetStore,
          useValue: {
            ...{ ready: fleetArrived, agent: () => undefined },
            nameOf: (id: string) => (id === 'pc1' ? 'Mum’s laptop' : id),
          },
        },
        {
          provide: Session,
          useValue: {
            mayDecide: () => mayDecide,
            holds: (one: ToolClass) => classes.includes(one),
            me: () => ME,
          },
        },
      ],
    });
    jest
      .spyOn(TestBed.inject(ApprovalsStore), 'decide')
      .mockImplementation((id: string, body: DecideBody) => {
        decided.push([id, body]);
        return refuse ? Promise.reject(refuse) : Promise.resolve(anApproval());
      });
    fixture = TestBed.createComponent(ConfirmSheet);
    fixture.componentRef.setInput('approval', approval);
    await settle();
  }

  async function type(words: string): Promise<void> {
    const field = element().querySelector('input');
    if (!field) throw new Error('there is no field to type into');
    field.value = words;
    field.dispatchEvent(new Event('input'));
    await settle();
  }

  beforeEach(() => {
    jest.useFakeTimers();
    [decided, changed, classes] = [[], [], ['read', 'change']];
    [refuse, mayDecide] = [undefined, true];
    fleetArrived.set(true);
    judged = () => Promise.resolve({ blocked: false, rules: 39 });
    catalog = () => Promise.resolve({ tools: [] });
    past = () => Promise.resolve({ items: [], next_cursor: null });
    said = () => Promise.reject(new Error('nobody asks what was said'));
  });
  afterEach(() => {
    fixture.destroy();
    jest.useRealTimers();
  });

  it('calls no PC removed before the fleet has arrived', async () => {
    fleetArrived.set(false);
    await show(anApproval());
    expect(text()).not.toContain('removed');
    fleetArrived.set(true);
    await settle();
    expect(text()).toContain('This PC was removed, or you may not see it.');
  });

  it('runs a high risk only after its name was typed and its text was on the screen', async () => {
    await show(anApproval());
    await type('pc1');
    expect(button(/^\s*Run on/)?.disabled).toBe(true);
    SeenEnds.see(/./);
    await settle(1_500);
    await type('pc2');
    expect(button(/^\s*Run on/)?.disabled).toBe(true);
    await type("Mum's laptop");
    button(/^\s*Run on Mum’s laptop/)?.click();
    expect(decided).toEqual([['apr_1', { decision: 'approve', call_sha256: 'a'.repeat(64) }]]);
  });

  it('says why it does not run yet, leads to the name, and takes the ID for it as well', async () => {
    await show(anApproval());
    SeenEnds.see(/./);
    await settle(1_500);
    expect(text()).toContain('Type Mum’s laptop to run');
    button(/type the PC’s name first/)?.click();
    expect(document.activeElement).toBe(element().querySelector('input'));
    await type('mum’s laptop');
    expect(button(/^\s*Run on/)?.disabled).toBe(true);
    await type('pc1');
    expect(button(/first$/)).toBeUndefined();
    expect(button(/^\s*Run on/)?.disabled).toBe(false);
  });

  it('names what has not been on the screen, and leads there', async () => {
    await show(anApproval());
    await type('pc1');
    SeenEnds.see(/Before you decide/);
    button(/^\s*What will run goes on below/)?.click();
    expect(SeenEnds.ledTo).toEqual(['Exactly this will run']);
    SeenEnds.see(/Exactly this/, true);
    expect(button(/^\s*The end of what will run is above/)).toBeDefined();
    expect(button(/^\s*Run on/)?.disabled).toBe(true);
    SeenEnds.see(/Exactly this/);
    expect(button(/^\s*Take a moment to read/)).toBeDefined();
    // It counts also when the end has left the screen again.
    SeenEnds.see(/Exactly this/, true);
    await settle(1_499);
    expect(button(/^\s*Run on/)?.disabled).toBe(true);
    await settle(1);
    expect(button(/^\s*Run on/)?.disabled).toBe(false);
  });

  it('does not run while the safety check has not been on the screen, nor before it has come', async () => {
    let answer: (verdict: object) => void = () => undefined;
    judged = () => new Promise((resolve) => (answer = resolve));
    await show(anApproval());
    await type('pc1');
    SeenEnds.see(/./);
    await settle(1_500);
    expect(button(/^\s*The safety check is below/)).toBeDefined();
    answer({ blocked: false, rules: 39 });
    await settle(1);
    expect(button(/^\s*Run on/)?.disabled).toBe(true);
    SeenEnds.see(/Before you decide/);
    expect(button(/^\s*Run on/)?.disabled).toBe(false);
  });

  it('asks for the effort again when another call comes under the eyes', async () => {
    await show(anApproval());
    SeenEnds.see(/./);
    await settle(1_500);
    await type('pc1');
    const other = anApproval({ id: 'apr_2', call_sha256: 'b'.repeat(64) });
    fixture.componentRef.setInput('approval', other);
    await settle();
    expect(button(/^\s*Run on/)?.disabled).toBe(true);
  });

  it.each([
    ['medium', true],
    ['low', false],
  ] as const)(
    'takes Enter on the button as approval at %s risk: prevented %s',
    async (risk, held) => {
      await show(anApproval({ risk }));
      const enter = new KeyboardEvent('keydown', { key: 'Enter', cancelable: true, bubbles: true });
      button(/^\s*Run on/)?.dispatchEvent(enter);
      expect(enter.defaultPrevented).toBe(held);
    },
  );

  it('begins a denial with one key, sends its reason, and shows why it was refused', async () => {
    refuse = new ApiError('already_decided', 'Ben was first', 'req');
    await show(anApproval());
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }));
    await settle();
    await type('not now');
    element()
      .querySelector('form')
      ?.dispatchEvent(new Event('submit', { cancelable: true }));
    await settle();
    expect(decided).toEqual([
      ['apr_1', { decision: 'deny', call_sha256: 'a'.repeat(64), reason: 'not now' }],
    ]);
    expect(text()).toContain('Ben was first');
  });

  it('decides nothing by Esc', async () => {
    await show(anApproval());
    const later = jest.fn();
    fixture.componentInstance.later.subscribe(later);
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect(later).toHaveBeenCalledTimes(1);
    expect(decided).toEqual([]);
  });

  it('shows what became of it as soon as somebody else has decided', async () => {
    await show(anApproval());
    const by = { kind: 'operator', id: 'ben', name: 'Ben' } as const;
    const at = '2026-11-21T20:01:00Z';
    fixture.componentRef.setInput(
      'approval',
      anApproval({ state: 'denied', decisions: [{ by, decision: 'deny', at, reason: 'no' }] }),
    );
    await settle();
    expect(text()).toMatch(/denied by\s+Ben/);
    expect(button(/^\s*Run on/)).toBeUndefined();
  });

  it.each([
    [false, 'can view this, but not decide it'],
    [true, 'not decide it: it lacks the class change'],
  ])('offers nothing to decide without the class of the tool, if at all: %s', async (may, why) => {
    [mayDecide, classes] = [may, ['read', 'sensitive']];
    await show(anApproval());
    expect(text()).toContain(why);
    expect(element().querySelectorAll('button')).toHaveLength(0);
  });

  it('says near its top what changed since it was asked for, as text', async () => {
    changed = ["The PC's health went from OK to critical: <b>C:</b> is 97 % full."];
    await show(anApproval());
    const [first] = element().querySelectorAll('section');
    expect(first?.textContent).toMatch(/Since the request\s*The PC's health went.*<b>C:/);
  });

  it('says who denied nearly the same, when and why', async () => {
    const by = { kind: 'operator', id: 'ben', name: 'Ben' } as const;
    const at = '2026-11-21T19:48:00Z';
    const denied_before = { approval_id: 'apr_0', at, by, reason: 'not <now>' };
    await show(anApproval({ state: 'denied', denied_before }));
    expect(text()).toMatch(/Nearly the same\s+was denied.*by\s+Ben:\s*not <now>/s);
  });

  it('says what to look at twice, before the call itself', async () => {
    await show(anApproval({ look_twice: [{ id: 'restarts', line: 'Restarts this PC' }] }));
    const twice = element().querySelector('[aria-label="Look twice"]');
    expect(twice?.textContent).toContain('Restarts this PC');
    expect(text().indexOf('Look twice')).toBeLessThan(text().indexOf('echo one'));
  });

  it('says which sensitive reads came before it', async () => {
    const name = 'fs_list@pc2 (a name in command)';
    await show(anApproval({ tainted_by: ['fs_read@pc1', name, '<b>kenny</b> (earlier)'] }));
    const read = [...element().querySelectorAll('[aria-label="Read before"] li')];
    expect(read.map(({ textContent }) => textContent?.trim())).toEqual([
      'Read a file on Mum’s laptop',
      'List a folder on pc2 (Command has a name from it)',
      '<b>kenny</b> (earlier)',
    ]);
  });

  it('says in a sentence what the call does, then why, then what exactly will run', async () => {
    const hints = { destructive: true, idempotent: false, openWorld: true };
    const tools = [{ name: anApproval().tool, description: 'Words for a model.', hints }];
    catalog = () => Promise.resolve({ tools });
    await show(anApproval({ args: { command: 'reboot' }, reason: 'The \u202eprinter is stuck.' }));
    const order = [
      'Restarts Mum’s laptop. Work that is not saved there may be lost.',
      ...['Why:', 'printer is stuck', 'written by a model', 'Asked by desk, an MCP client'],
      'Exactly this will run',
      'may overwrite or delete · running it again may change more · may reach the internet',
      ...['Safety check', 'Approving runs exactly this'],
    ].map((words) => text().indexOf(words));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(text()).not.toContain('\u202e');
    expect(text()).not.toContain('Words for a model');
  });

  it('keeps the names and numbers of the wire for those who look for them', async () => {
    await show(anApproval({ args: { command: 'ls', timeout_s: 30 } }));
    expect(text()).toContain('Time limit: 30 s');
    expect(element().querySelector('section[aria-label^="Exactly"]')?.textContent).not.toMatch(
      /_s/,
    );
    const details = element().querySelector('details');
    if (!details) throw new Error('there are no details');
    Object.assign(details, { open: true }).dispatchEvent(new Event('toggle'));
    await settle();
    for (const words of ['shell_exec', 'pc1', '"timeout_s": 30', 'a'.repeat(64), 'apr_1']) {
      expect(details.textContent).toContain(words);
    }
  });

  it('says that the safety check passed, without a count of rules that nobody can compare', async () => {
    await show(anApproval());
    expect(text()).toContain('no longer has a tool with this name');
    expect(text()).toContain('Passed: no rule blocks it');
    expect(text()).not.toContain('39');
  });

  it('hides nothing that could not be asked for, and asks again', async () => {
    const refused = () => Promise.reject(new ApiError('internal', 'the disk is full', null));
    [judged, catalog, past] = [refused, refused, refused];
    await show(anApproval());
    for (const what of [
      'What the safety check says',
      'What this tool may do',
      'What ran here before',
    ])
      expect(text()).toContain(`${what} could not be loaded`);
    judged = () => Promise.resolve({ blocked: true, rules: 39, reason: 'deletes a home' });
    [...element().querySelectorAll('kenny-missing')]
      .find(({ textContent }) => textContent?.includes('safety check'))
      ?.querySelector('button')
      ?.click();
    await settle(1);
    expect(text()).toContain('Blocked: deletes a home');
  });

  describe('of a call that comes from a chat', () => {
    const by = { kind: 'chat', id: 's1', name: 'anna', session_id: 's1', turn_id: 't1' } as const;
    const fromChat = () => anApproval({ id: 'apr_7', door: 'chat', requested_by: by });
    const link = () => element().querySelector('a[href="/chat/s1"]');

    it('shows what the model said right before, as text and as its words', async () => {
      const asked: string[] = [];
      const words = 'Approve <b>this</b> \u202enow.\nIt is [safe](https://evil.example).';
      said = (id) => {
        asked.push(id);
        return Promise.resolve({ text: words, cut: true });
      };
      await show(fromChat());
      const box = element().querySelector('.said');
      expect(asked).toEqual(['apr_7']);
      expect(box?.textContent).toMatch(/The end of it:.*<b>this<\/b>/s);
      expect(box?.textContent).not.toContain('\u202e');
      expect(box?.querySelectorAll('b, a, img')).toHaveLength(0);
      expect(text()).toContain('unverified');
      expect(link()).not.toBeNull();
    });

    it('says so when nothing was said', async () => {
      said = () => Promise.resolve({ text: null, cut: false });
      await show(fromChat());
      expect(text()).toContain('gave no explanation');
    });

    it('shows and leads to nothing that this person may not read', async () => {
      said = () => Promise.reject(new ApiError('not_found', 'there is no conversation s1', null));
      await show(fromChat());
      expect(text()).toContain('or you may not read it');
      expect(link()).toBeNull();
    });

    it('asks again for what could not be asked for', async () => {
      said = () => Promise.reject(new ApiError('internal', 'the disk is full', null));
      await show(fromChat());
      expect(text()).toContain('What the model said could not be loaded');
      expect(link()).not.toBeNull();
    });
  });

  it('asks of a sensitive read whether it may be read, and says who gets what comes of it', async () => {
    await show(anApproval({ kind: 'read', risk: 'low', tool: 'fs_read', args: { path: '/a' } }));
    expect(text()).toMatch(/Read a file on Mum’s laptop.*May read/s);
    expect(text()).not.toContain('Low risk');
    expect(button(/Allow read on Mum’s laptop/)).toBeDefined();
  });

  it('takes the session of an MCP client for no conversation', async () => {
    const by = { ...anApproval().requested_by, session_id: 'a'.repeat(64) };
    await show(anApproval({ requested_by: by }));
    expect(element().querySelector('a[href^="/chat"], .said')).toBeNull();
  });

  it('does not take a second yes of the same person where two have to say it', async () => {
    const yes = { by: ME, decision: 'approve', at: '2026-11-21T20:00:30Z', reason: null } as const;
    await show(anApproval({ risk: 'low', required: 2, decisions: [yes] }));
    expect(text()).toContain('Approved by you. Waiting for a second person.');
    expect(button(/^\s*Run on/)).toBeUndefined();
  });
});
