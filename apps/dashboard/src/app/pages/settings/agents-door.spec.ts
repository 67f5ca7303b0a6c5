import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { NetworkView } from '@kenny/contract/web';
import { aDoor } from '../../../../test/a-door';
import { ApiClient } from '../../core/http/api-client';
import { AskFirst } from '../../ui/ask-first';
import { AgentsDoor, type ChosenPlace } from './agents-door';

const HOME = { address: '192.0.2.10', interface: 'eth0' };
const VPN = { address: '100.64.0.7', interface: 'tailscale0' };

describe('where a PC is', () => {
  const closeNetwork = jest.fn(() => new Promise<NetworkView>(() => undefined));
  let sure = false;

  async function show(network: Partial<NetworkView>, place?: string) {
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: ApiClient, useValue: { closeNetwork } },
        { provide: AskFirst, useValue: { ask: () => Promise.resolve(sure) } },
      ],
    });
    const fixture = TestBed.createComponent(AgentsDoor);
    const { door } = network;
    const told = door ? `wss://${door.address}:${door.port}` : 'ws://127.0.0.1:8000';
    const view: NetworkView = {
      ...{ agent_url: `${told}/agent/ws`, reachable: false, door: null, earlier: [] },
      ...{ authority: null, addresses: [HOME], ...network },
    };
    fixture.componentInstance.chosen.subscribe((place) => (chosen = place));
    fixture.componentRef.setInput('network', view);
    await fixture.whenStable();
    const page = fixture.nativeElement as HTMLElement;
    const settle = () => fixture.whenStable();
    if (place !== undefined) {
      [...page.querySelectorAll('mat-radio-button')]
        .find((one) => one.textContent.includes(place))
        ?.querySelector('input')
        ?.click();
    }
    await settle();
    return { page, settle, text: () => page.textContent.replaceAll(/\s+/g, ' ') };
  }
  let chosen: ChosenPlace | string;
  const opens = () => (typeof chosen === 'string' ? chosen : chosen.opens);

  it('is the address of a VPN, for a PC that comes through one', async () => {
    const shown = await show({ addresses: [HOME, VPN] }, 'a VPN');
    expect(shown.text()).toContain('The PC has to be in the same VPN.');
    expect(opens()).toEqual({ address: '100.64.0.7', port: 8443 });
  });

  it('is asked, with what follows from each answer: a laptop moves', async () => {
    const { page } = await show({});
    expect(page.querySelector('input:checked')).toBeNull();
    expect(chosen).toBe('Say where it is used.');
    const places = [...page.querySelectorAll('mat-radio-button')].map(({ textContent }) =>
      textContent.replaceAll(/\s+/g, ' ').trim(),
    );
    expect(places).toEqual([
      'In this house or office only · a laptop that is taken elsewhere is offline until it is back',
      'Elsewhere, such as a laptop or a PC in another house: through a VPN Recommended · ' +
        'first install Tailscale or WireGuard on this computer and on the PC',
      'In another house: through your router · you change a setting in the router',
      'It is this computer',
    ]);
  });

  it.each([
    ['tailscale0', 'Recommended · this computer has Tailscale; the PC needs it, too'],
    ['wg0', 'Recommended · this computer has one; the PC needs it, too'],
  ])('recommends the VPN that is there: %s', async (name, words) => {
    const { text } = await show({ addresses: [HOME, { ...VPN, interface: name }] });
    expect(text()).toContain(words);
  });

  it('recommends no other way to a server that PCs reach anywhere', async () => {
    const network = { agent_url: 'wss://kenny.example/agent/ws', reachable: true };
    expect((await show(network)).text()).not.toContain('Recommended');
  });

  it('is still to be made where there is no VPN', async () => {
    const { page, text } = await show({}, 'a VPN');
    expect(opens()).toBe('Set up the VPN first.');
    expect(page.querySelector('p button')?.textContent).toContain('Look again');
    expect(text()).toContain('Install Tailscale or WireGuard here and on the PC');
    expect(page.querySelector('a')?.getAttribute('href')).toBe(
      '/guides/add-a-pc#a-pc-in-another-house',
    );
  });

  it('is the router, which forwards a port that no other address has', async () => {
    const shown = await show({ door: aDoor(HOME.address), reachable: true }, 'your router');
    expect(opens()).toBe('Fill in the router’s name or address.');
    const field = shown.page.querySelector<HTMLInputElement>('input[matInput]');
    if (!field) throw new Error('there is no field');
    field.value = ' Family.example.NET ';
    field.dispatchEvent(new Event('input'));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    await shown.settle();
    expect(shown.text()).toContain('forward TCP port 8444 to 192.0.2.10');
    expect(shown.text()).toContain('PCs that are connected stay connected.');
    expect(opens()).toEqual({
      ...{ address: 'family.example.net', port: 8444, behind_router: HOME.address },
    });
  });

  it('folds what only somebody who knows networks can use', async () => {
    const { page } = await show({}, 'In this house');
    const fold = page.querySelector('details');
    expect(fold?.open).toBe(false);
    fold?.remove();
    expect(page.textContent).not.toMatch(/eth0|listens|TCP|CGNAT|192\.0\.2/);
  });

  it('keeps a port that somebody has typed, wherever the PC is', async () => {
    const { page, settle } = await show({ addresses: [HOME, VPN] }, 'In this house');
    const field = page.querySelector<HTMLInputElement>('[inputmode=numeric]');
    if (!field) throw new Error('there is no field');
    field.value = '9443';
    field.dispatchEvent(new Event('input'));
    await settle();
    expect(opens()).toEqual({ address: HOME.address, port: 9443 });
    page.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]?.click();
    await settle();
    expect(opens()).toEqual({ address: VPN.address, port: 9443 });
  });

  it('is where the last PC was added, until another place is chosen', async () => {
    const router = aDoor('family.example', { behind_router: HOME.address, port: 8444 });
    const network = { door: router, earlier: [aDoor(HOME.address)], reachable: true };
    const shown = await show(network);
    expect(opens()).toBeNull();
    expect(shown.text()).toContain('It connects to family.example');
    TestBed.resetTestingModule();
    await show(network, 'In this house');
    expect(opens()).toBeNull();
    expect(chosen).toMatchObject({ at: '192.0.2.10:8443' });
  });

  it('says what is wrong with the last place, and opens it anew', async () => {
    const problem = 'This machine no longer has the address 192.0.2.1.';
    const shown = await show({ door: aDoor('192.0.2.1', { open: false, problem }) });
    expect(shown.text()).toContain(problem);
    expect(opens()).toEqual({ address: HOME.address, port: 8443 });
  });

  it('names earlier addresses with what is wrong, and closes one for somebody who is sure', async () => {
    const door = aDoor('100.64.0.7');
    const gone = aDoor(HOME.address, { open: false, problem: 'It is not here <now>.' });
    const { page, settle } = await show({ door, earlier: [gone], reachable: true });
    const list = () => page.querySelector('ul')?.textContent.replaceAll(/\s+/g, ' ') ?? '';
    expect(list()).toContain('PCs also connect at 192.0.2.10: It is not here <now>.');
    const press = async () => {
      page.querySelector<HTMLButtonElement>('ul button')?.click();
      await settle();
    };
    await press();
    expect(closeNetwork).not.toHaveBeenCalled();
    sure = true;
    await press();
    expect(closeNetwork).toHaveBeenCalledWith(HOME.address);
  });
});
