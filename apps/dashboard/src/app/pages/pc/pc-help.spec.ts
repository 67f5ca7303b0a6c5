import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import type { ApprovalView } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { anApproval } from '../../../../test/an-approval';
import { PcPageWorld } from '../../../../test/pc-page-world';

const LINUX = { hostname: 'x', os: 'linux', arch: 'x86_64', version: '0.1.0' } as const;
const WINDOWS = { ...LINUX, os: 'windows' } as const;

describe('remote help, in the head of a PC', () => {
  const world = PcPageWorld.forEachTest();
  const { element, button, settle, open } = world;
  let browser: jest.SpyInstance;
  beforeEach(() => {
    browser = jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Windows NT 10.0');
  });
  afterEach(() => jest.restoreAllMocks());
  const show = async (of: Parameters<typeof aPc>[0]) => {
    const pc = aPc(of);
    world.live = pc;
    world.agent = () => Promise.resolve(pc);
    await open();
    button(/Help remotely/)?.click();
    await settle();
  };
  const said = () =>
    (element().querySelector('kenny-pc-help')?.textContent ?? '').replace(/\s+/g, ' ');
  const fold = () => element().querySelector<HTMLDetailsElement>('kenny-pc-help details');
  const type = async (text: string) => {
    const input = element().querySelector<HTMLInputElement>('kenny-pc-help form input');
    if (!input) throw new Error('there is no field');
    input.value = text;
    input.dispatchEvent(new Event('input'));
    await settle();
  };
  const link = () =>
    element().querySelector<HTMLAnchorElement>('kenny-pc-help p a[rel="noopener noreferrer"]');

  it('is a link whose address is read before it is opened', async () => {
    world.helpLink = { link: 'rustdesk://{help_id}' };
    await show({ meta: LINUX, help_id: '123 456' });
    expect(link()?.getAttribute('href')).toBe('rustdesk://123%20456');
    expect(link()?.rel).toBe('noopener noreferrer');
    expect(said()).toContain('rustdesk://123%20456');
    expect(said()).not.toContain('Quick Assist');
  });

  it('asks the server for its link only once somebody wants to know', async () => {
    await open();
    expect(element().querySelector('kenny-pc-help')).toBeNull();
    button(/Help remotely/)?.click();
    await settle();
    expect(said()).toContain('Which program do you want to use?');
    button(/Help remotely/)?.click();
    await settle();
    expect(element().querySelector('kenny-pc-help')).toBeNull();
  });

  it('is the PC’s own link where it has one, in a tab of its own when it is a page', async () => {
    world.helpLink = { link: 'rustdesk://{help_id}' };
    await show({ meta: LINUX, help_link: 'https://mesh.example.org/?node={id}' });
    expect(link()?.href).toBe('https://mesh.example.org/?node=pc1');
    expect(link()?.target).toBe('_blank');
  });

  it('asks in place for the number that is missing, and keeps RustDesk’s without its blanks', async () => {
    world.helpLink = { link: 'rustdesk://{help_id}' };
    await show({ meta: LINUX });
    expect(link()).toBeNull();
    expect(said()).toContain('flatpak install flathub com.rustdesk.RustDesk');
    expect(button(/Install it there/)).toBeUndefined();
    await type(' 123 456 789 ');
    button(/^\s*Save/)?.click();
    await settle();
    expect(world.changed).toEqual([['pc1', { help_id: '123456789' }]]);
  });

  it('can be given another number later, or none', async () => {
    world.helpLink = { link: 'https://mesh.example.org/?node={help_id}' };
    await show({ meta: LINUX, help_id: 'node//1' });
    button(/Change the number/)?.click();
    await settle();
    expect(said()).toContain('its node ID stands in the address');
    button(/Cancel/)?.click();
    await settle();
    expect(link()?.textContent).toContain('Open MeshCentral');
    button(/Change the number/)?.click();
    await settle();
    await type('node//2 ');
    button(/^\s*Save/)?.click();
    await settle();
    expect(world.changed).toEqual([['pc1', { help_id: 'node//2' }]]);
    expect(link()).not.toBeNull();
  });

  it('is set up where it is wanted: an admin chooses the program for all PCs', async () => {
    await show({ meta: LINUX });
    expect(said()).toContain('RustDesk is free and works between any two computers');
    expect(said()).not.toContain('None');
    button(/Use it for all PCs/)?.click();
    await settle();
    expect(world.changed).toEqual([['rustdesk://{help_id}']]);
    expect(said()).toContain('read you its ID');
    const settings = element().querySelector('kenny-pc-help a[href^="/settings"]');
    expect(settings?.getAttribute('href')).toBe('/settings/pcs#help-link');
  });

  it('is set up for the one PC by whoever is no admin', async () => {
    world.scope = 'operator';
    await show({ meta: LINUX });
    button(/Use it for this PC/)?.click();
    await settle();
    expect(world.changed).toEqual([['pc1', { help_link: 'rustdesk://{help_id}' }]]);
  });

  it('installs RustDesk on a Windows PC as any other program: by a request', async () => {
    const approval = anApproval({ id: 'apr_1' });
    const asked: unknown[] = [];
    world.approval = approval;
    world.callTool = (...call) => {
      asked.push(call.slice(0, 2));
      return Promise.resolve({ approval });
    };
    world.helpLink = { link: 'rustdesk://{help_id}' };
    await show({ meta: WINDOWS });
    jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    button(/Install it there/)?.click();
    await settle();
    const body = {
      ...{ agent_id: 'pc1', args: { id: 'RustDesk.RustDesk' } },
      reason: 'Remote help with RustDesk',
    };
    expect(asked).toEqual([['winget_install', body]]);
  });

  it('begins with Quick Assist where both have Windows, and folds the other way', async () => {
    world.helpLink = { link: 'rustdesk://{help_id}' };
    await show({ meta: WINDOWS, help_id: '1' });
    expect(said()).toMatch(/Open Quick Assist there….*Or with a program.*rustdesk:\/\/1/);
    expect(fold()?.open).toBe(false);
    expect(fold()?.textContent).toContain('rustdesk://1');
  });

  it('begins with Quick Assist while no program is chosen: one for all PCs is no matter of a call', async () => {
    browser.mockReturnValue('X11; Linux x86_64');
    await show({ meta: WINDOWS });
    expect(said()).toMatch(
      /Open Quick Assist there….*at your Windows PC.*No Windows PC at hand\? Another program, for all your PCs.*Which program.*Use it for all PCs/,
    );
    expect(fold()?.open).toBe(false);
    expect(fold()?.textContent).not.toContain('Help someone');
    expect(button(/Open Quick Assist there/)?.className).toContain('unelevated');
    expect(button(/Use it for all PCs/)?.className).not.toContain('unelevated');
    button(/Use it for all PCs/)?.click();
    await settle();
    expect(said()).toMatch(/read you its ID.*Or with Quick Assist/);
  });

  it('folds another program where Quick Assist works from here, and says for how many PCs it is', async () => {
    world.scope = 'operator';
    await show({ meta: WINDOWS });
    expect(said()).toMatch(/Open Quick Assist there….*Another program, for this PC/);
    expect(fold()?.open).toBe(false);
  });

  it('begins with the chosen program where its own browser is not on Windows, and folds Quick Assist', async () => {
    browser.mockReturnValue('X11; Linux x86_64');
    world.helpLink = { link: 'rustdesk://{help_id}' };
    await show({ meta: WINDOWS });
    expect(said()).toMatch(/Install RustDesk.*Or with Quick Assist.*at your Windows PC/);
    expect(fold()?.open).toBe(false);
    expect(fold()?.textContent).toContain('Help someone');
  });

  it('speaks of the phone that somebody holds', async () => {
    browser.mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
    world.helpLink = { link: 'rustdesk://{help_id}' };
    await show({ meta: LINUX });
    expect(said()).toContain('Install it on this phone, too');
  });

  it('has a button that closes it, and gives the focus back', async () => {
    await show({ meta: LINUX });
    element().querySelector<HTMLElement>('[aria-label="Close remote help"]')?.click();
    await settle();
    expect(element().querySelector('kenny-pc-help')).toBeNull();
    expect(document.activeElement).toBe(button(/Help remotely/));
  });

  it('is not offered for a PC that is offline: the reason stands once, and both buttons name it', async () => {
    await show({ meta: WINDOWS, help_id: '1', online: false, overall: 'offline' });
    expect(element().querySelector('kenny-pc-help')).toBeNull();
    const reason = element().querySelector('#pc-away');
    expect(reason?.textContent).toContain('Not connected');
    for (const name of [/Run a tool/, /Help remotely/]) {
      expect(button(name)?.disabled).toBe(true);
      expect(button(name)?.getAttribute('aria-describedby')).toBe('pc-away');
    }
  });

  it('closes while its PC is away', async () => {
    await show({ meta: WINDOWS });
    world.pushed.set(aPc({ meta: WINDOWS, online: false, overall: 'offline' }));
    await settle();
    expect(element().querySelector('kenny-pc-help')).toBeNull();
    expect(button(/Help remotely/)?.getAttribute('aria-expanded')).toBe('false');
  });

  it('opens nothing that is no such link, whatever the server says', async () => {
    world.helpLink = { link: 'javascript://x/%0aalert(1)' };
    await show({ meta: LINUX, help_id: '1' });
    expect(link()).toBeNull();
  });

  it('is one button on Windows, and three steps that say who does what; opening it is decided on the sheet', async () => {
    const approval = anApproval({ id: 'apr_1' });
    const asked: unknown[] = [];
    world.approval = approval;
    world.callTool = (...call) => {
      asked.push(call.slice(0, 2));
      return Promise.resolve({ approval });
    };
    await show({ meta: WINDOWS });
    expect(element().querySelectorAll('kenny-pc-quick-assist ol li')).toHaveLength(3);
    expect(said()).toMatch(
      /Open Quick Assist there….*Nothing to install.*You press.*at this PC.*You read them the code.*They type it/,
    );
    const navigate = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    button(/Open Quick Assist there/)?.click();
    await settle();
    const body = { agent_id: 'pc1', args: {}, reason: 'Start remote help' };
    expect(asked).toEqual([['remotehelp_start', body]]);
    expect(navigate).toHaveBeenCalledWith(['/approvals', 'apr_1'], {
      info: { justAsked: 'apr_1' },
    });
  });

  describe('with Quick Assist, says how far its request is', () => {
    const NOW = Date.parse('2026-11-21T20:05:00Z');
    const start = (change: Partial<ApprovalView> = {}) =>
      anApproval({ tool: 'remotehelp_start', args: {}, ...change });
    const tell = async (approval: ApprovalView) => {
      world.approvals.set(new Map([[approval.id, approval]]));
      await settle();
    };
    const state = () =>
      (element().querySelector('kenny-pc-quick-assist .open')?.textContent ?? '')
        .replace(/\s+/g, ' ')
        .trim();
    const by = { kind: 'operator', id: 'ben', name: 'Ben' } as const;
    beforeEach(() => jest.setSystemTime(NOW));

    it('from waiting, which leads to its sheet, to open on their screen, as it happens', async () => {
      await show({ meta: WINDOWS });
      await tell(start());
      const review = element().querySelector('kenny-pc-quick-assist a');
      expect(review?.getAttribute('href')).toBe('/approvals/apr_1');
      expect(state()).toMatch(/^Review the request.*Waiting for approval ?5 min ago/);
      expect(button(/Open Quick Assist there/)).toBeUndefined();
      await tell(start({ state: 'sent', sent_at: '2026-11-21T20:04:00Z' }));
      expect(state()).toContain('Opening on their screen');
      expect(button(/Open Quick Assist there/)?.disabled).toBe(true);
      await tell(start({ state: 'done', ended_at: '2026-11-21T20:04:00Z' }));
      expect(state()).toMatch(/^Open it again… Opened on their screen ?1 min ago/);
      expect(button(/Open it again/)?.className).not.toContain('unelevated');
    });

    it('to who comes back to it, also when it failed: why, and what to do next', async () => {
      const error = { code: 'exec_failed', message: 'nobody is logged in' };
      const failed = { ok: false, error } as unknown as ApprovalView['outcome'];
      world.approvals.set(
        new Map([
          ['apr_1', start({ state: 'failed', ended_at: '2026-11-21T20:04:00Z', outcome: failed })],
        ]),
      );
      await show({ meta: WINDOWS });
      expect(state()).toMatch(
        /Open Quick Assist there… It did not open ?1 min ago.*nobody is logged in ?Try again, or use another program\. ?Details/,
      );
    });

    it('when it was denied: why, and until when the same is refused', async () => {
      const decisions: ApprovalView['decisions'] = [
        { by, decision: 'deny', reason: 'not now', at: '2026-11-21T20:04:00Z' },
      ];
      world.approvals.set(
        new Map([
          ['apr_1', start({ state: 'denied', ended_at: '2026-11-21T20:04:00Z', decisions })],
        ]),
      );
      await show({ meta: WINDOWS });
      expect(state()).toMatch(/Denied ?1 min ago.*not now ?For 10 minutes after that/);
    });

    it('unless that was long ago, of another PC or of another tool', async () => {
      const others = [
        start({ id: 'apr_2', requested_at: '2026-11-21T19:00:00Z', state: 'done' }),
        start({ id: 'apr_3', agent_id: 'pc2' }),
        anApproval({ id: 'apr_4' }),
      ];
      world.approvals.set(new Map(others.map((one) => [one.id, one])));
      await show({ meta: WINDOWS });
      expect(state()).toMatch(/Open Quick Assist there… Nothing to install/);
    });

    it('opens its fold where another program comes first', async () => {
      browser.mockReturnValue('X11; Linux x86_64');
      world.helpLink = { link: 'rustdesk://{help_id}' };
      await show({ meta: WINDOWS });
      expect(fold()?.open).toBe(false);
      await tell(start());
      expect(fold()?.open).toBe(true);
    });
  });

  it('begins with whom to call, and how', async () => {
    await show({ meta: LINUX, owner: 'Anna', contact: '0170 1234567, evenings' });
    expect(said()).toMatch(/^ ?Call Anna first: ?0170 1234567 · evenings ?Somebody has to sit/);
    const call = element().querySelector('kenny-pc-help a[href^="tel:"]');
    expect(call?.getAttribute('href')).toBe('tel:01701234567');
  });

  it('says to call them where nobody wrote down who they are, and calls no mail address', async () => {
    await show({ meta: LINUX });
    expect(said()).toMatch(/^ ?Call them first\./);
    world.pushed.set(aPc({ meta: LINUX, owner: 'Anna', contact: 'anna@example.org' }));
    await settle();
    expect(said()).toMatch(/^ ?Reach Anna first: ?anna@example\.org/);
  });

  it('stands in the address while it is open: who comes back from a sheet finds it', async () => {
    await show({ meta: LINUX });
    const navigate = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    button(/Help remotely/)?.click();
    await settle();
    expect(navigate).not.toHaveBeenCalled();
    button(/Help remotely/)?.click();
    await settle();
    expect(navigate).toHaveBeenLastCalledWith([], {
      ...{ queryParams: { help: '' }, queryParamsHandling: 'merge', replaceUrl: true },
    });
  });
});
