import { TestBed } from '@angular/core/testing';
import { anApproval } from '../../../../test/an-approval';
import { SeenEnds } from '../../../../test/seen-ends';
import { ME, SheetWorld } from '../../../../test/sheet-world';
import { ApiError } from '../../core/http/api-error';
import { AskToRun } from '../../ui/ask-to-run';

describe('the confirm sheet', () => {
  const world = SheetWorld.forEachTest();
  const { element, text, button, settle, show, type } = world;

  it('runs a high risk only after its name was typed and its text was on the screen', async () => {
    await show(anApproval());
    await type('pc1');
    expect(button(/^\s*Run on/)?.disabled).toBe(true);
    SeenEnds.see(/./);
    await settle(1_500);
    await type('pc2');
    expect(button(/is not the PC/)).toBeDefined();
    expect(button(/^\s*Run on/)?.disabled).toBe(true);
    await type("Mum's laptop");
    button(/^\s*Run on Mum’s laptop/)?.click();
    expect(world.decided).toEqual([
      ['apr_1', { decision: 'approve', call_sha256: 'a'.repeat(64) }],
    ]);
  });

  it('says why it does not run yet, leads to the name, and takes the ID for it as well', async () => {
    await show(anApproval());
    SeenEnds.see(/./);
    await settle(1_500);
    expect(text()).toContain('Type Mum’s laptop to run');
    button(/type the PC’s name first/)?.click();
    expect(document.activeElement).toBe(element().querySelector('input'));
    await type('mum’s desk');
    expect(button(/is not the PC/)).toBeDefined();
    expect(button(/^\s*Run on/)?.disabled).toBe(true);
    // Somebody who is still typing has made no mistake.
    await type('MUM');
    expect(button(/is not the PC/)).toBeUndefined();
    await type(' mum‘s LAPTOP');
    expect(button(/^\s*Run on/)?.disabled).toBe(false);
    await type('pc1');
    expect(button(/first$/)).toBeUndefined();
    expect(button(/^\s*Run on/)?.disabled).toBe(false);
  });

  it('names what has not been on the screen, and leads there', async () => {
    await show(anApproval());
    await type('pc1');
    SeenEnds.see(/Before you decide/);
    SeenEnds.goOnBelow(/Exactly this/);
    button(/^\s*To run it, read on: it goes on below/)?.click();
    expect(SeenEnds.ledTo).toEqual(['Exactly this will run']);
    SeenEnds.see(/Exactly this/, true);
    expect(button(/^\s*To run it, read its end: that is above/)).toBeDefined();
    expect(button(/^\s*Run on/)?.disabled).toBe(true);
    SeenEnds.see(/Exactly this/);
    expect(button(/^\s*To run it, take a moment/)).toBeDefined();
    // It counts also when the end has left the screen again.
    SeenEnds.see(/Exactly this/, true);
    await settle(1_499);
    expect(button(/^\s*Run on/)?.disabled).toBe(true);
    await settle(1);
    expect(button(/^\s*Run on/)?.disabled).toBe(false);
  });

  it('does not say that it goes on below before that is known', async () => {
    await show(anApproval());
    await type('pc1');
    expect(text()).not.toContain('goes on below');
    expect(button(/^\s*To run it, take a moment/)).toBeDefined();
    SeenEnds.see(/Exactly this/);
    await settle(1_500);
    expect(text()).not.toContain('see the safety check below');
    SeenEnds.goOnBelow(/Before you decide/);
    expect(button(/^\s*To run it, see the safety check below/)).toBeDefined();
  });

  it('does not run while the safety check has not been on the screen, nor before it has come', async () => {
    let answer: (verdict: object) => void = () => undefined;
    world.judged = () => new Promise((resolve) => (answer = resolve));
    await show(anApproval());
    await type('pc1');
    SeenEnds.see(/./);
    await settle(1_500);
    expect(button(/^\s*To run it, wait for the safety check/)).toBeDefined();
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
    world.fixture.componentRef.setInput('approval', other);
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
    world.refuse = new ApiError('already_decided', 'Ben was first', 'req');
    await show(anApproval());
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }));
    await settle();
    await type('not now');
    element()
      .querySelector('form')
      ?.dispatchEvent(new Event('submit', { cancelable: true }));
    await settle();
    expect(world.decided).toEqual([
      ['apr_1', { decision: 'deny', call_sha256: 'a'.repeat(64), reason: 'not now' }],
    ]);
    expect(text()).toContain('Ben was first');
  });

  it('decides nothing by Esc', async () => {
    await show(anApproval());
    const later = jest.fn();
    world.fixture.componentInstance.later.subscribe(later);
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect(later).toHaveBeenCalledTimes(1);
    expect(world.decided).toEqual([]);
  });

  it('takes back by Esc or Cancel what the click has asked for that opened it', async () => {
    const later = jest.fn();
    await show(anApproval());
    world.fixture.componentInstance.later.subscribe(later);
    world.fixture.componentRef.setInput('justAsked', true);
    await settle();
    expect(button(/Deny|Later/)).toBeUndefined();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }));
    await settle();
    expect(element().querySelector('form')).toBeNull();
    const cancel = { decision: 'cancel', call_sha256: 'a'.repeat(64) };
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    await settle();
    expect(world.decided).toEqual([['apr_1', cancel]]);
    expect(later).toHaveBeenCalledTimes(1);
    world.fixture.componentRef.setInput('approval', anApproval({ state: 'cancelled' }));
    await settle();
    expect(button(/Cancel|Keep/)).toBeUndefined();
  });

  const OWN = anApproval({ requested_by: { ...ME, session_id: null, turn_id: null } });
  const TAKEN_BACK = [['apr_1', { decision: 'cancel', call_sha256: 'a'.repeat(64) }]];

  it.each([
    [true, TAKEN_BACK],
    [false, []],
  ])('takes it back as well when somebody leaves by the menu: just asked %s', async (own, told) => {
    await show(anApproval());
    world.fixture.componentRef.setInput('justAsked', own);
    await settle();
    world.fixture.destroy();
    await settle();
    expect(world.decided).toEqual(told);
    expect(world.told).toEqual(
      own ? [expect.stringMatching(/^Your request was withdrawn: .* \/approvals\/apr_1$/)] : [],
    );
  });

  it('says before that leaving withdraws it, and what keeping it is for', async () => {
    await show(anApproval());
    expect(text()).not.toContain('Leaving this page');
    world.fixture.componentRef.setInput('justAsked', true);
    await settle();
    const why = button(/^\s*Keep for later/)?.getAttribute('aria-describedby') ?? '';
    expect(element().querySelector(`#${why}`)?.textContent).toMatch(
      /Leaving this page withdraws your request.*leaves it waiting under Approvals/s,
    );
  });

  it('offers to ask again for what its requester has withdrawn, and shows it first', async () => {
    await show({ ...OWN, state: 'cancelled', reason: 'slow' });
    const ask = jest.spyOn(TestBed.inject(AskToRun), 'ask').mockResolvedValue();
    button(/Ask again/)?.click();
    const { tool, agent_id, args } = OWN;
    expect(ask.mock.calls.map(([, call]) => call)).toEqual([
      { tool, agent_id, args, reason: 'slow' },
    ]);
    world.fixture.componentRef.setInput('approval', anApproval({ state: 'cancelled' }));
    await settle();
    expect(button(/Ask again/)).toBeUndefined();
  });

  it('takes it back once when somebody closes the page', async () => {
    await show(anApproval());
    world.fixture.componentRef.setInput('justAsked', true);
    await settle();
    window.dispatchEvent(new Event('pagehide'));
    world.fixture.destroy();
    expect(world.decided).toEqual(TAKEN_BACK);
  });

  it('takes nothing back that is about to run', async () => {
    await show(anApproval({ risk: 'low' }));
    world.fixture.componentRef.setInput('justAsked', true);
    await settle();
    button(/^\s*Run on/)?.click();
    world.fixture.destroy();
    expect(world.decided).toMatchObject([['apr_1', { decision: 'approve' }]]);
  });

  it('stays, and says why, where that is refused', async () => {
    world.refuse = new ApiError('already_decided', 'Ben was first', 'req');
    const later = jest.fn();
    await show(anApproval());
    world.fixture.componentInstance.later.subscribe(later);
    world.fixture.componentRef.setInput('justAsked', true);
    await settle();
    button(/^\s*Cancel/)?.click();
    await settle();
    expect(text()).toContain('Ben was first');
    expect(later).not.toHaveBeenCalled();
  });

  it('leaves what was just asked for waiting when it is kept for later', async () => {
    const later = jest.fn();
    await show(anApproval());
    world.fixture.componentInstance.later.subscribe(later);
    world.fixture.componentRef.setInput('justAsked', true);
    await settle();
    button(/^\s*Keep for later/)?.click();
    expect(later).toHaveBeenCalledTimes(1);
    world.fixture.destroy();
    expect(world.decided).toEqual([]);
  });

  it('offers to withdraw a request of one’s own in place of denying it', async () => {
    await show(OWN);
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }));
    await settle();
    expect(button(/Deny/)).toBeUndefined();
    button(/^\s*Withdraw/)?.click();
    await settle();
    expect(world.decided).toEqual([['apr_1', { decision: 'cancel', call_sha256: 'a'.repeat(64) }]]);
  });

  it('lets somebody who may decide nothing withdraw their own', async () => {
    world.mayDecide = false;
    await show(OWN);
    expect(text()).toContain('not decide it');
    button(/^\s*Withdraw/)?.click();
    await settle();
    expect(world.decided).toMatchObject([['apr_1', { decision: 'cancel' }]]);
  });

  it('shows what became of it as soon as somebody else has decided', async () => {
    await show(anApproval());
    const by = { kind: 'operator', id: 'ben', name: 'Ben' } as const;
    const at = '2026-11-21T20:01:00Z';
    world.fixture.componentRef.setInput(
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
    [world.mayDecide, world.classes] = [may, ['read', 'sensitive']];
    await show(anApproval());
    expect(text()).toContain(why);
    expect(element().querySelectorAll('button')).toHaveLength(0);
  });

  it('asks of a sensitive read whether it may be read, and says who gets what comes of it', async () => {
    await show(anApproval({ kind: 'read', risk: 'low', tool: 'fs_read', args: { path: '/a' } }));
    expect(text()).toMatch(/Read a file on Mum’s laptop.*May read/s);
    expect(text()).not.toContain('Low risk');
    expect(button(/Allow read on Mum’s laptop/)).toBeDefined();
  });

  it('does not take a second yes of the same person where two have to say it', async () => {
    const yes = { by: ME, decision: 'approve', at: '2026-11-21T20:00:30Z', reason: null } as const;
    await show(anApproval({ risk: 'low', required: 2, decisions: [yes] }));
    expect(text()).toContain('Approved by you. Waiting for a second person.');
    expect(button(/^\s*Run on/)).toBeUndefined();
  });
});
