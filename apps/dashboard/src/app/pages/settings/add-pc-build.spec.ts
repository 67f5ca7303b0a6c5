import { TestBed } from '@angular/core/testing';
import type { PackageView } from '@kenny/contract/web';
import { MINUTE_MS } from '@kenny/kernel';
import { AddPcWorld, BUILDABLE, LINUX, NONE, READY, STEP } from '../../../../test/add-pc-world';
import { ApiError } from '../../core/http/api-error';

describe('the page that adds a PC, while somebody waits', () => {
  let world: AddPcWorld;
  beforeEach(() => {
    world = new AddPcWorld();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setTimeout'] });
    world.packages = () => Promise.resolve({ items: [NONE, BUILDABLE] });
  });
  afterEach(() => {
    jest.useRealTimers();
    sessionStorage.clear();
  });

  async function later(one: PackageView): Promise<void> {
    world.packages = () => Promise.resolve({ items: [NONE, one] });
    await jest.advanceTimersByTimeAsync(500);
    await world.settle();
  }
  const bar = () => world.element().querySelector('[role=progressbar]');

  it('builds a missing installer first, says how far that is, and goes on by itself', async () => {
    await world.show();
    expect(world.text()).toContain('takes a few minutes the first time');
    await world.addAnna();
    expect(world.asked).toEqual(['build linux']);
    expect(world.text()).toContain('Building the installer for Linux');
    expect(world.text()).toContain('Step 2 of 4: Making the <b>executable</b>');
    expect(world.element().querySelector('section b')).toBeNull();
    expect(bar()?.getAttribute('aria-valuenow')).toBe('37.5');
    await later({ ...BUILDABLE, build: { ...STEP, step: 3 } });
    expect(world.text()).toContain('Step 3 of 4');
    await later({ ...LINUX, notes: ['A key was <b>made</b>.'] });
    expect(world.asked.slice(1)).toEqual([
      { agent_id: 'anna-laptop', os: 'linux' },
      { id: 'anna-laptop', os: 'linux' },
    ]);
    expect(world.text()).toContain('curl … | sudo sh');
    expect(world.text()).toContain('A key was <b>made</b>.');
    expect(bar()).toBeNull();
  });

  it('says as text why the PC was refused since it was added, and nothing of before', async () => {
    const refusal = (id: number, message: string) => ({
      id,
      message,
      at: '2026-06-04T12:00:00Z',
    });
    world.packages = () => Promise.resolve(READY);
    world.refusals = [refusal(3, 'an earlier attempt')];
    await world.show();
    await world.addAnna();
    expect(world.text()).toContain('Waiting for anna-laptop');
    expect(world.text()).not.toContain('an earlier attempt');
    world.refusals = [refusal(4, 'A connection was refused: <b>token</b> refused')];
    await jest.advanceTimersByTimeAsync(5_000);
    await world.settle();
    expect(world.text()).toContain('A connection was refused: <b>token</b> refused');
    expect(world.text()).toContain('It named itself anna-laptop.');
  });

  async function leaveWhileItBuilds(): Promise<void> {
    await world.show();
    await world.write(0, 'Anna’s <b>laptop</b>');
    await world.addAnna();
    expect(world.text()).toMatch(/Then Anna’s <b>laptop<\/b> is added\s+by itself/);
    expect(world.text()).toContain('keep kenny open until then');
    world.leave();
  }

  it('adds the PC after somebody has left the page, tells them, and shows them the link', async () => {
    await leaveWhileItBuilds();
    await later(LINUX);
    expect(world.asked.slice(1)).toEqual([
      { agent_id: 'anna-laptop', name: 'Anna’s <b>laptop</b>', os: 'linux' },
      { id: 'anna-laptop', os: 'linux' },
    ]);
    expect(world.told).toEqual([
      'Anna’s <b>laptop</b> is added: install kenny there now /settings/add',
    ]);
    await world.open();
    expect(world.text()).toContain('curl … | sudo sh');
    expect(world.text()).toContain('Waiting for Anna’s <b>laptop</b>');
    world.told.length = 0;
    world.leave();
    expect(world.told).toEqual(['put away anna-laptop added', 'put away anna-laptop failed']);
    await world.open();
    expect(world.field(0).value).toBe('');
  });

  it('keeps the link for whoever meanwhile looks at the page of another PC', async () => {
    await leaveWhileItBuilds();
    await world.open('PC1');
    await later(LINUX);
    expect(world.told).toEqual([
      'Anna’s <b>laptop</b> is added: install kenny there now /settings/add',
    ]);
    expect(world.text()).not.toContain('curl … | sudo sh');
    world.leave();
    await world.open();
    expect(world.text()).toContain('curl … | sudo sh');
  });

  it('says why a PC was not added, but not on the page of another', async () => {
    world.installs = () =>
      Promise.reject(new ApiError('internal', 'It is <b>broken</b>.', 'req-1'));
    await leaveWhileItBuilds();
    await later(LINUX);
    await world.open('PC1');
    expect(world.text()).not.toContain('It is <b>broken</b>.');
    world.leave();
    await world.open();
    expect(world.text()).toContain('It is <b>broken</b>.');
  });

  it('shows how far it is to whoever comes back, and then what they had written', async () => {
    await leaveWhileItBuilds();
    await world.open();
    await later({ ...BUILDABLE, build: { ...STEP, step: 3 } });
    expect(world.text()).toContain('Step 3 of 4');
    await world.press('Back');
    expect([world.field(0).value, world.field(1).value]).toEqual([
      'Anna’s <b>laptop</b>',
      'anna-laptop',
    ]);
    await later(LINUX);
    expect(world.asked).toEqual(['build linux']);
    expect(world.told.some((words) => words.includes('is added'))).toBe(false);
  });

  it('goes on after the page is loaded again, and keeps nothing once the PC is added', async () => {
    await world.show();
    await world.addAnna();
    expect(world.text()).toContain('Building the installer for Linux');
    TestBed.resetTestingModule();
    const asked = world.asked.length;
    await world.show();
    expect(world.text()).toContain('Building the installer for Linux');
    await later(LINUX);
    expect(world.asked.slice(asked)).toEqual([
      'build linux',
      { agent_id: 'anna-laptop', os: 'linux' },
      { id: 'anna-laptop', os: 'linux' },
    ]);
    expect(sessionStorage).toHaveLength(0);
  });

  it('tells whoever has left the page that there is no installer, and says there why', async () => {
    await leaveWhileItBuilds();
    await later({ ...BUILDABLE, trouble: 'no <b>network</b>' });
    expect(world.told).toEqual([
      'Anna’s <b>laptop</b> is not added: the installer could not be built /settings/add',
    ]);
    await world.open();
    expect(world.text()).toContain('no <b>network</b>');
    await world.press('Try again');
    await later(LINUX);
    expect(world.text()).toContain('curl … | sudo sh');
  });

  it('adds nothing for somebody who has logged out', async () => {
    await leaveWhileItBuilds();
    world.me.set(null);
    TestBed.tick();
    await later(LINUX);
    expect(world.asked).toEqual(['build linux']);
  });

  async function silent(code: ApiError['code'], ms: number): Promise<void> {
    world.packages = () => Promise.reject(new ApiError(code, 'No answer.', null));
    await jest.advanceTimersByTimeAsync(ms);
    await world.settle();
  }

  it.each(['unreachable', 'unavailable'] as const)(
    'waits on while the server is %s',
    async (code) => {
      await world.show();
      await world.addAnna();
      await silent(code, 5_000);
      expect(world.text()).toContain('Step 2 of 4');
      await later({ ...BUILDABLE, build: { ...STEP, step: 3 } });
      expect(world.text()).toContain('Step 3 of 4');
    },
  );

  it('gives up when the server has been silent for minutes on end', async () => {
    await world.show();
    await world.addAnna();
    await silent('unreachable', 3 * MINUTE_MS);
    await later({ ...BUILDABLE, build: { ...STEP, step: 3 } });
    await silent('unreachable', 3 * MINUTE_MS);
    expect(world.text()).toContain('Step 3 of 4');
    await silent('unreachable', 3 * MINUTE_MS);
    expect(world.text()).toContain('No answer.');
  });

  it('tells whoever has left the page that nobody knows how the build ended', async () => {
    await leaveWhileItBuilds();
    await silent('forbidden', 500);
    expect(world.told).toEqual(['Anna’s <b>laptop</b> is not added: No answer. /settings/add']);
  });

  it('gives up at once when the server refuses to say how far it is', async () => {
    await world.show();
    await world.addAnna();
    await silent('forbidden', 500);
    expect(world.text()).toContain('No answer.');
  });

  it('says as text why it failed, and tries again', async () => {
    await world.show();
    await world.addAnna();
    await later({ ...BUILDABLE, trouble: 'strip is <b>not</b> here' });
    expect(world.text()).toContain('could not be built');
    expect(world.text()).toContain('strip is <b>not</b> here');
    await world.press('Try again');
    expect(world.asked).toEqual(['build linux', 'build linux']);
    expect(world.text()).toContain('Building the installer for Linux');
  });

  it('waits for what somebody else has started', async () => {
    world.builds = () => Promise.reject(new ApiError('conflict', 'Already.', 'req-1'));
    await world.show();
    await world.addAnna();
    await later({ ...BUILDABLE, build: STEP });
    expect(world.text()).toContain('Step 2 of 4');
  });

  it('says when the server does not answer, and leads back to what was written', async () => {
    world.builds = () => Promise.reject(new ApiError('forbidden', 'Only admins.', 'req-1'));
    await world.show();
    await world.addAnna();
    expect(world.text()).toContain('Only admins.');
    await world.press('Back');
    expect(world.field(1).value).toBe('anna-laptop');
  });
});
