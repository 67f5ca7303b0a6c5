import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { NetworkView } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { AskFirst } from '../../ui/ask-first';
import { AgentsDoor } from './agents-door';

const HOME = { address: '192.0.2.10', interface: 'eth0' };

describe('where a PC that is somewhere else finds the server', () => {
  const openNetwork = jest.fn(() => new Promise<NetworkView>(() => undefined));
  const closeNetwork = jest.fn(() => new Promise<NetworkView>(() => undefined));
  let sure = false;

  async function elsewhere(...addresses: NetworkView['addresses']) {
    return show({ addresses });
  }

  async function show(network: Partial<NetworkView>) {
    openNetwork.mockClear();
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: ApiClient, useValue: { openNetwork, closeNetwork } },
        { provide: AskFirst, useValue: { ask: () => Promise.resolve(sure) } },
      ],
    });
    const fixture = TestBed.createComponent(AgentsDoor);
    const view: NetworkView = {
      ...{ agent_url: 'ws://127.0.0.1:8000/agent/ws', reachable: false, door: null, earlier: [] },
      ...{ authority: null, addresses: [], ...network },
    };
    fixture.componentRef.setInput('network', view);
    await fixture.whenStable();
    const page = fixture.nativeElement as HTMLElement;
    page.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]?.click();
    await fixture.whenStable();
    const settle = () => fixture.whenStable();
    return { page, settle, act: page.querySelector<HTMLButtonElement>('button[type=submit]') };
  }

  it('is the address of a VPN', async () => {
    const { page, act } = await elsewhere(HOME, { address: '100.64.0.7', interface: 'tailscale0' });
    expect(page.textContent).toContain('The PC has to be in the same VPN.');
    act?.click();
    expect(openNetwork).toHaveBeenCalledWith({ address: '100.64.0.7', port: 8443 });
  });

  it('is still to be made where there is no VPN', async () => {
    const { page, act } = await elsewhere(HOME);
    expect(act ?? page.querySelector('button[type=submit]')).toBeNull();
    expect(page.querySelector('p button')?.textContent).toContain('Look for a VPN again');
    expect(page.textContent).toContain('install Tailscale or');
    expect(page.querySelector('a')?.getAttribute('href')).toBe(
      '/guides/add-a-pc#a-pc-in-another-house',
    );
  });

  it('leaves the one that is there to the PCs that have it', async () => {
    const addresses = [HOME, { address: '100.64.0.7', interface: 'tailscale0' }];
    const door = { address: HOME.address, port: 8443, open: true, problem: null };
    const { page, act } = await show({ addresses, door, reachable: true });
    expect(page.textContent).toContain('So far they find it at 192.0.2.10.');
    expect(page.textContent).toContain('PCs that connect at 192.0.2.10 go on doing so.');
    expect(page.textContent).toContain('Cancel');
    act?.click();
    expect(openNetwork).toHaveBeenCalledWith({ address: '100.64.0.7', port: 8443 });
  });

  it('names earlier addresses with what is wrong, and closes one for somebody who is sure', async () => {
    const door = { address: '100.64.0.7', port: 8443, open: true, problem: null };
    const gone = { ...door, address: HOME.address, open: false, problem: 'It is not here <now>.' };
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
