import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { aPc } from '../../../../../test/a-pc';
import { anApproval } from '../../../../../test/an-approval';
import { HOSTILE, PcPageWorld, refusal } from '../../../../../test/pc-page-world';

const META = { hostname: 'x', os: 'windows', arch: 'x86_64', version: '0.1.0' } as const;
const found = (name: string, id: string, more: object = {}) => ({
  ...{ name, id, version: '3.0.21', source: 'winget' },
  ...more,
});

describe('a value that is looked up', () => {
  const world = PcPageWorld.forEachTest();
  const { element, button, settle, open, text } = world;
  let asked: unknown[][];
  let packages: unknown[];
  let truncated: boolean | undefined;
  const lookup = () => element().querySelector('kenny-field-lookup');
  const rows = () =>
    [...(lookup()?.querySelectorAll('li') ?? [])].map((one) =>
      (one.textContent ?? '').replace(/\s+/g, ' ').trim(),
    );
  const id = () =>
    element().querySelector<HTMLInputElement>('kenny-tool-field input')?.value ?? 'no field';
  const press = async (name: RegExp) => {
    button(name)?.click();
    await settle();
  };
  const search = async (words: string) => {
    const field = lookup()?.querySelector('input');
    if (!field) throw new Error('there is no field to search in');
    field.value = words;
    await press(/^\s*Search\s*$/);
  };

  beforeEach(() => {
    asked = [];
    truncated = undefined;
    packages = [found('VLC media player', 'VideoLAN.VLC'), found(HOSTILE, 'Evil.App')];
    world.live = aPc({ meta: META });
    const pc = world.live;
    world.agent = () => Promise.resolve(pc);
    world.callTool = (...call) => {
      asked.push(call.slice(0, 2));
      return Promise.resolve({ call_id: 'c', result: { packages, truncated } });
    };
  });

  it('is searched by what people call it, and chosen into its field', async () => {
    await open({ tool: 'winget_install' });
    expect(lookup()?.querySelector('input')?.placeholder).toBe('e.g. VLC');
    await search(' vlc ');
    expect(asked).toEqual([['winget_search', { agent_id: 'pc1', args: { query: 'vlc' } }]]);
    expect(rows()[0]).toBe('VLC media player Version 3.0.21 VideoLAN.VLC');
    expect(lookup()?.querySelector('img, script')).toBeNull();
    await press(/VLC media player/);
    expect([id(), rows().length]).toEqual(['VideoLAN.VLC', 1]);
    expect(button(/VLC media player/)?.getAttribute('aria-pressed')).toBe('true');
    document.body.append(world.fixture.nativeElement as HTMLElement);
    await press(/Choose another/);
    expect([id(), rows().length]).toEqual(['VideoLAN.VLC', 2]);
    expect(document.activeElement?.textContent).toContain('VLC media player');
  });

  it('is searched with Enter, which sends nothing else', async () => {
    await open({ tool: 'winget_install' });
    const field = lookup()?.querySelector('input');
    if (field) field.value = 'vlc';
    const enter = new KeyboardEvent('keydown', { key: 'Enter', cancelable: true });
    field?.dispatchEvent(enter);
    await settle();
    expect(enter.defaultPrevented).toBe(true);
    expect(asked.map(([tool]) => tool)).toEqual(['winget_search']);
  });

  it('may be typed all the same; then no row is the chosen one', async () => {
    await open({ tool: 'winget_install' });
    await search('vlc');
    await press(/VLC media player/);
    const field = element().querySelector<HTMLInputElement>('kenny-tool-field input');
    if (field) field.value = 'Mozilla.Firefox';
    field?.dispatchEvent(new Event('input'));
    await settle();
    expect(rows()).toHaveLength(2);
    expect(lookup()?.querySelector('[aria-pressed=true]')).toBeNull();
  });

  it('is not searched without words, or with some that nobody may send', async () => {
    await open({ tool: 'winget_install' });
    await search('  ');
    expect(lookup()?.textContent).toContain('Fill this in.');
    await search('--manifest');
    expect(lookup()?.textContent).toContain('Must look like VLC.');
    expect(asked).toEqual([]);
  });

  it('says when nothing is found, and when there is more', async () => {
    await open({ tool: 'winget_install' });
    truncated = true;
    await search('v');
    expect(text()).toContain('There are more: type more of the name.');
    [packages, truncated] = [[], undefined];
    await search('nothing');
    expect(text()).toContain('Nothing found. Try another name, or a part of it.');
  });

  it('of what is installed is narrowed without asking again, and leaves out what fits not', async () => {
    packages = [
      found('VLC media player', 'VideoLAN.VLC', { available: null }),
      found('Firefox', 'Mozilla.Firefox', { available: '140.0.1' }),
      found('Driver', 'ARP\\Machine\\X64\\{F132}', { available: null }),
    ];
    await open({ tool: 'winget_uninstall' });
    await search('');
    expect(rows().map((row) => row.split(' ').at(-1))).toEqual(['VideoLAN.VLC', 'Mozilla.Firefox']);
    await search('fire');
    expect(rows()).toEqual([expect.stringContaining('Firefox')]);
    expect(asked).toEqual([['winget_list', { agent_id: 'pc1', args: {} }]]);
    world.fixture.componentRef.setInput('tool', 'winget_update');
    await settle();
    await search('');
    expect(rows()).toEqual(['Firefox Version 3.0.21 Available 140.0.1 Mozilla.Firefox']);
  });

  it('is said to be none where there is none to choose, not where another name would help', async () => {
    packages = [found('VLC media player', 'VideoLAN.VLC', { available: null })];
    await open({ tool: 'winget_update' });
    await search('');
    expect(text()).toContain('This PC has no program with an update.');
    expect(text()).not.toContain('Try another name');
    world.fixture.componentRef.setInput('tool', 'winget_install');
    await settle();
    packages = [found('Driver', 'ARP\\Machine\\X64\\{F132}')];
    await search('driver');
    expect(text()).toContain('What was found has no Package id that fits here.');
    packages = [];
    await search('driver');
    expect(text()).toContain('Nothing found. Try another name, or a part of it.');
  });

  it('has nothing of another tool: neither what was wrong there nor what was searched', async () => {
    await open({ tool: 'winget_install' });
    await search('--manifest');
    expect(lookup()?.textContent).toContain('Must look like VLC.');
    world.fixture.componentRef.setInput('tool', 'winget_uninstall');
    await settle();
    expect(lookup()?.textContent).not.toContain('Must look like');
  });

  it('is only typed where the agent is too old to search', async () => {
    world.callTool = () => Promise.reject(refusal('unsupported'));
    await open({ tool: 'winget_install' });
    await search('vlc');
    expect(lookup()?.querySelector('input')).toBeNull();
    expect(lookup()?.textContent).toContain('is too old to search');
    const field = element().querySelector<HTMLInputElement>('kenny-tool-field input');
    expect(field?.placeholder).toBe('e.g. Mozilla.Firefox');
  });

  it('says why not, as of a read', async () => {
    world.callTool = () => Promise.reject(refusal('timeout'));
    await open({ tool: 'winget_install' });
    await search('vlc');
    expect(lookup()?.textContent).toMatch(/it is timeout .*Try again\./s);
    expect(lookup()?.textContent).not.toContain('check before you repeat it');
  });

  it('leads to the sheet where even reads are asked about', async () => {
    world.approval = anApproval({ id: 'apr_1' });
    world.callTool = () => Promise.resolve({ approval: world.approval });
    await open({ tool: 'winget_install' });
    const navigate = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    await search('vlc');
    expect(navigate.mock.calls[0]?.[0]).toEqual(['/approvals', 'apr_1']);
  });

  it('is not searched on a PC that is offline, and is not there on another system', async () => {
    world.live = aPc({ meta: META, online: false });
    await open({ tool: 'winget_install' });
    expect(text()).toContain('This PC is offline');
    expect(button(/^\s*Search\s*$/)?.disabled).toBe(true);
    world.pushed.set(aPc());
    await settle();
    expect(lookup()?.querySelector('input')).toBeFalsy();
  });

  it('is that of the PC on the page, whatever comes late from another', async () => {
    let late: (value: unknown) => void = () => undefined;
    world.callTool = () => new Promise((resolve) => (late = resolve));
    await open({ tool: 'winget_install' });
    await search('vlc');
    expect(text()).toContain('Searching on kitchen');
    const other = aPc({ meta: META, agent_id: 'pc2' });
    world.agent = () => Promise.resolve(other);
    world.pushed.set(other);
    world.fixture.componentRef.setInput('id', 'pc2');
    await settle();
    late({ call_id: 'c', result: { packages } });
    await settle();
    expect(rows()).toEqual([]);
    expect(button(/^\s*Search\s*$/)?.disabled).toBe(false);
  });
});
