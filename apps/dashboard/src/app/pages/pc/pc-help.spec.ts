import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
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
  const link = () => element().querySelector<HTMLAnchorElement>('kenny-pc-help a[href*="//"]');

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
    expect(said()).toContain('Install RustDesk or another such program');
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

  it('says what is missing', async () => {
    world.helpLink = { link: 'rustdesk://{help_id}' };
    await show({ meta: LINUX });
    expect(link()).toBeNull();
    expect(said()).toMatch(/needs the number that the program shows on kitchen/);
  });

  it('leads a PC without a link to both places where one is set, and names programs for it', async () => {
    await show({ meta: LINUX });
    expect(said()).toContain('program on kitchen and on your own computer');
    const settings = element().querySelector('kenny-pc-help a[href^="/settings"]');
    expect(settings?.getAttribute('href')).toBe('/settings/pcs#help-link');
    const edit = element().querySelector<HTMLButtonElement>('kenny-pc-help kenny-pc-naming button');
    edit?.click();
    await settle();
    const form = element().querySelector('kenny-pc-help form');
    expect(form?.textContent).toContain('Remote help link');
    const field = document.activeElement?.closest('mat-form-field');
    expect(field?.textContent).toContain('Remote help ID');
  });

  it('begins on Windows with what needs no set-up', async () => {
    world.helpLink = { link: 'rustdesk://{help_id}' };
    await show({ meta: WINDOWS, help_id: '1' });
    expect(said()).toMatch(/^\s*Quick Assist.*Or by your own program.*rustdesk:\/\/1/);
  });

  it('begins with the other way, and says why, where its own browser is not on Windows', async () => {
    browser.mockReturnValue('X11; Linux x86_64');
    await show({ meta: WINDOWS });
    expect(said()).toMatch(/^\s*By a program of your own.*Quick Assist.*You need a Windows PC/);
    expect(said()).toContain('If you have none, use a program such as RustDesk, above.');
    expect(said()).toContain('At a Windows PC of yours');
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
    expect(element().querySelector('kenny-pc-help a[rel]')).toBeNull();
  });

  it('is Quick Assist on Windows, in three steps; opening it there is decided on the sheet', async () => {
    const approval = anApproval({ id: 'apr_1' });
    const asked: unknown[] = [];
    world.approval = approval;
    world.callTool = (...call) => {
      asked.push(call.slice(0, 2));
      return Promise.resolve({ approval });
    };
    await show({ meta: WINDOWS });
    expect(element().querySelectorAll('kenny-pc-help li')).toHaveLength(3);
    expect(said()).toMatch(
      /shows a code.*Open Quick Assist on their screen.*Read the code to them/,
    );
    const navigate = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    button(/Open it there/)?.click();
    await settle();
    const body = { agent_id: 'pc1', args: {}, reason: 'Start remote help' };
    expect(asked).toEqual([['remotehelp_start', body]]);
    expect(navigate).toHaveBeenCalledWith(['/approvals', 'apr_1'], {
      info: { justAsked: 'apr_1' },
    });
  });
});
