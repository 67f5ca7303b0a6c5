import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { FleetAgent, NetworkView, PackageList, PackageView } from '@kenny/contract/web';
import { aDoor } from '../../../../test/a-door';
import { aPc } from '../../../../test/a-pc';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { Session } from '../../core/session/session';
import { AddPc } from './add-pc';

const WHY = 'There is <b>none</b> for it yet.';
const NONE: PackageView = {
  ...{ os: 'windows', ready: false, can_build: false, build: null, trouble: WHY, notes: [] },
};
const LINUX: PackageView = { ...NONE, os: 'linux', ready: true, trouble: null };
const READY: PackageList = { items: [NONE, LINUX] };
const BUILDABLE: PackageView = { ...LINUX, ready: false, can_build: true };
const STEP = { step: 2, of: 4, words: 'Making the <b>executable</b>' };

const REACHED: NetworkView = {
  ...{ agent_url: 'wss://kenny.example/agent/ws', reachable: true, authority: null },
  ...{ door: null, earlier: [], addresses: [] },
};
const OWN = [
  { address: '192.0.2.10', interface: 'eth0' },
  { address: '100.64.0.7', interface: 'tailscale<b>0</b>' },
];
const ALONE = {
  ...REACHED,
  agent_url: 'ws://127.0.0.1:8000/agent/ws',
  reachable: false,
  addresses: OWN,
};
const OPENED: NetworkView = {
  ...{ ...ALONE, agent_url: 'wss://100.64.0.7:8443/agent/ws', reachable: true, authority: 'PEM' },
  door: aDoor('100.64.0.7'),
};

describe('the page that adds a PC', () => {
  let fixture: ComponentFixture<AddPc>;
  let packages: () => Promise<unknown>;
  let refusals: object[];
  let builds: () => Promise<unknown>;
  let network: NetworkView;
  let server: string;
  let opens: () => Promise<NetworkView>;
  let asked: unknown[];
  const here = signal<FleetAgent | undefined>(undefined);
  const element = () => fixture.nativeElement as HTMLElement;
  const text = () => element().textContent ?? '';

  async function show(admin = true): Promise<void> {
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        {
          provide: ApiClient,
          useValue: {
            packages: () => packages(),
            events: () => Promise.resolve({ items: refusals, next_cursor: null }),
            buildPackage: (os: string) => {
              asked.push(`build ${os}`);
              return builds();
            },
            network: () => Promise.resolve(network),
            openNetwork: (body: unknown) => {
              asked.push(body);
              return opens();
            },
            addAgent: (body: unknown) => {
              asked.push(body);
              return Promise.resolve({});
            },
            installer: (id: string, body: object) => {
              asked.push({ id, ...body });
              return Promise.resolve({
                ...{
                  agent_id: id,
                  os: 'linux',
                  url: `${server}/d/N`,
                  authority: network.authority,
                },
                short_url: `${server}/i/WXHKRT`,
                ...{ command: 'curl … | sudo sh', expires_at: '2099-01-01T00:00:00Z' },
              });
            },
          },
        },
        { provide: Session, useValue: { reaches: () => admin } },
        {
          provide: FleetStore,
          useValue: { agents: () => [aPc({ agent_id: 'PC1' })], agent: () => here() },
        },
      ],
    });
    fixture = TestBed.createComponent(AddPc);
    await fixture.whenStable();
  }

  const submit = () => element().querySelector<HTMLButtonElement>('button[type=submit]');
  const field = (index: number) => {
    const found = element().querySelectorAll<HTMLInputElement>('input:not([type=radio])')[index];
    if (!found) throw new Error('there is no field');
    return found;
  };

  async function write(index: number, words: string): Promise<void> {
    Object.assign(field(index), { value: words }).dispatchEvent(new Event('input'));
    await fixture.whenStable();
  }

  /** Its id, after the field for its name. */
  async function name(id: string): Promise<HTMLButtonElement | null> {
    await write(1, id);
    return submit();
  }

  async function press(words: string): Promise<void> {
    [...element().querySelectorAll<HTMLElement>('button, mat-radio-button label')]
      .find(({ textContent }) => textContent.includes(words))
      ?.click();
    await fixture.whenStable();
  }

  async function addAnna(): Promise<void> {
    (await name('anna-laptop'))?.click();
    await fixture.whenStable();
  }

  beforeEach(() => {
    asked = [];
    refusals = [];
    here.set(undefined);
    packages = () => Promise.resolve(READY);
    builds = () => Promise.resolve({ ...BUILDABLE, build: STEP });
    network = REACHED;
    server = 'https://kenny.example';
    opens = () => Promise.resolve(OPENED);
  });

  it('keeps its id folded until something is wrong with it, and then in view', async () => {
    await show();
    const isOpen = () => element().querySelector('details')?.open;
    await write(0, 'Mum’s laptop');
    expect([isOpen(), element().querySelector('summary code')?.textContent]).toEqual([
      ...[false, 'mums-laptop'],
    ]);
    await write(0, 'PC1');
    expect(text()).toContain('PC1 is here already.');
    expect(isOpen()).toBe(true);
    await write(0, 'PC2');
    expect(isOpen()).toBe(true);
  });

  it('says at the field what is missing before it can be added', async () => {
    await show();
    expect(submit()?.disabled).toBe(true);
    expect(text()).toContain('Such as Mum’s laptop. It needs one before you can add it.');
    await write(0, '妈妈');
    expect(text()).toContain('Write an ID: none can be made from this name.');
    expect(element().querySelector('details')?.open).toBe(true);
    await write(1, 'mama');
    expect(submit()?.disabled).toBe(false);
    expect(text()).not.toContain('Write an ID');
  });

  it('offers what the server can hand out, and says as text why not the rest', async () => {
    await show();
    expect(text()).toContain(WHY);
    expect(element().querySelector('.why b')).toBeNull();
    const radios = [...element().querySelectorAll<HTMLInputElement>('input[type=radio]')];
    expect(radios.map(({ disabled }) => disabled)).toEqual([true, false, false]);
  });

  describe('while somebody waits', () => {
    beforeEach(() => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setTimeout'] });
      packages = () => Promise.resolve({ items: [NONE, BUILDABLE] });
    });
    afterEach(() => jest.useRealTimers());

    async function later(one: PackageView): Promise<void> {
      packages = () => Promise.resolve({ items: [NONE, one] });
      await jest.advanceTimersByTimeAsync(500);
      await fixture.whenStable();
    }
    const bar = () => element().querySelector('[role=progressbar]');

    it('builds a missing installer first, says how far that is, and goes on by itself', async () => {
      await show();
      expect(text()).toContain('takes a few minutes the first time');
      await addAnna();
      expect(asked).toEqual(['build linux']);
      expect(text()).toContain('Building the installer for Linux');
      expect(text()).toContain('Step 2 of 4: Making the <b>executable</b>');
      expect(element().querySelector('section b')).toBeNull();
      expect(bar()?.getAttribute('aria-valuenow')).toBe('37.5');
      await later({ ...BUILDABLE, build: { ...STEP, step: 3 } });
      expect(text()).toContain('Step 3 of 4');
      await later({ ...LINUX, notes: ['A key was <b>made</b>.'] });
      expect(asked.slice(1)).toEqual([
        { agent_id: 'anna-laptop', os: 'linux' },
        { id: 'anna-laptop', os: 'linux' },
      ]);
      expect(text()).toContain('curl … | sudo sh');
      expect(text()).toContain('A key was <b>made</b>.');
      expect(bar()).toBeNull();
    });

    it('says as text why the PC was refused since it was added, and nothing of before', async () => {
      const refusal = (id: number, message: string) => ({
        id,
        message,
        at: '2026-06-04T12:00:00Z',
      });
      packages = () => Promise.resolve(READY);
      refusals = [refusal(3, 'an earlier attempt')];
      await show();
      await addAnna();
      expect(text()).toContain('Waiting for anna-laptop');
      expect(text()).not.toContain('an earlier attempt');
      refusals = [refusal(4, 'A connection was refused: <b>token</b> refused')];
      await jest.advanceTimersByTimeAsync(5_000);
      await fixture.whenStable();
      expect(text()).toContain('A connection was refused: <b>token</b> refused');
      expect(text()).toContain('It named itself anna-laptop.');
    });

    it('says as text why it failed, and tries again', async () => {
      await show();
      await addAnna();
      await later({ ...BUILDABLE, trouble: 'strip is <b>not</b> here' });
      expect(text()).toContain('could not be built');
      expect(text()).toContain('strip is <b>not</b> here');
      await press('Try again');
      expect(asked).toEqual(['build linux', 'build linux']);
      expect(text()).toContain('Building the installer for Linux');
    });

    it('waits for what somebody else has started', async () => {
      builds = () => Promise.reject(new ApiError('conflict', 'Already.', 'req-1'));
      await show();
      await addAnna();
      await later({ ...BUILDABLE, build: STEP });
      expect(text()).toContain('Step 2 of 4');
    });

    it('says when the server does not answer, and leads back to what was written', async () => {
      builds = () => Promise.reject(new ApiError('forbidden', 'Only admins.', 'req-1'));
      await show();
      await addAnna();
      expect(text()).toContain('Only admins.');
      await press('Back');
      expect(field(1).value).toBe('anna-laptop');
    });
  });

  it.each(['../etc', '-x', 'a b', 'ä', 'x'.repeat(65), 'pc1'])('does not take %j', async (id) => {
    await show();
    expect((await name(id))?.disabled).toBe(true);
  });

  it('is green once the PC is connected, and ready for the next one', async () => {
    await show();
    await addAnna();
    here.set(
      aPc({ agent_id: 'anna-laptop', online: true, connected_since: '2026-06-04T12:00:00Z' }),
    );
    await fixture.whenStable();
    expect(text()).toContain('anna-laptop is connected');
    expect(text()).not.toContain('curl');
    await press('Add another PC');
    expect([field(0).value, field(1).value]).toEqual(['', '']);
  });

  it('shows the line for the PC once it is added', async () => {
    await show();
    await addAnna();
    expect(asked).toEqual([
      { agent_id: 'anna-laptop', os: 'linux' },
      { id: 'anna-laptop', os: 'linux' },
    ]);
    expect(text()).toContain('curl … | sudo sh');
    expect(text()).toContain('Waiting for anna-laptop');
    expect(element().querySelector('.code')?.textContent).toBe('WXHKRT');
    expect(element().querySelector('[role=img]')).not.toBeNull();
    expect(text()).not.toContain('The browser warns there');
    expect(text()).not.toContain('in the same network');
  });

  it('makes the id of the name, until somebody writes one', async () => {
    await show();
    await write(0, 'Mum’s laptop');
    expect(field(1).value).toBe('mums-laptop');
    await write(1, 'mum');
    expect(field(1).value).toBe('mum');
  });

  describe('of a server that listens on its own computer only', () => {
    beforeEach(() => (network = ALONE));

    async function showAnna(): Promise<void> {
      await show();
      await write(0, 'Anna');
    }

    async function add(): Promise<void> {
      submit()?.click();
      await fixture.whenStable();
    }

    it('asks where the PC is, and opens that address when the PC is added', async () => {
      await showAnna();
      expect(text()).toContain('Where is it?');
      expect(text()).not.toContain('127.0.0.1');
      expect(element().querySelector('form b')).toBeNull();
      expect(text()).toContain('kenny then listens at 192.0.2.10, cable (eth0), for PCs');
      await press('through a VPN');
      expect(text()).toContain('The PC has to be in the same VPN.');
      await add();
      expect(asked).toEqual([
        { address: '100.64.0.7', port: 8443 },
        { agent_id: 'anna', name: 'Anna', os: 'linux', at: '100.64.0.7:8443' },
        { id: 'anna', os: 'linux', at: '100.64.0.7:8443' },
      ]);
      expect(text()).toContain('curl … | sudo sh');
    });

    it('says through which router it was not reached, beside the command', async () => {
      const problem = 'It <b>did not</b> answer.';
      opens = () => Promise.resolve({ ...OPENED, door: aDoor('family.example', { problem }) });
      await showAnna();
      await press('through your router');
      expect(submit()?.disabled).toBe(true);
      await write(2, 'Family.example');
      await add();
      expect(asked[0]).toEqual({
        ...{ address: 'family.example', port: 8443, behind_router: '192.0.2.10' },
      });
      expect(text()).toContain('curl … | sudo sh');
      expect(text()).toContain(problem);
    });

    it('says why it cannot be opened, and keeps what was written', async () => {
      opens = () => Promise.reject(new ApiError('conflict', 'Port 9000 is in use.', 'req-1'));
      await showAnna();
      await write(2, 'x');
      expect(submit()?.disabled).toBe(true);
      await write(2, '9000');
      await add();
      expect(text()).toContain('Port 9000 is in use.');
      expect([field(0).value, field(2).value]).toEqual(['Anna', '9000']);
      expect(asked).toEqual([{ address: '192.0.2.10', port: 9000 }]);
    });

    it('opens nothing for what is open, or for this very computer', async () => {
      network = OPENED;
      await showAnna();
      expect(text()).toContain('It connects to 100.64.0.7');
      await press('It is this computer');
      await add();
      expect(asked[0]).toEqual({ agent_id: 'anna', name: 'Anna', os: 'linux' });
    });

    it('asks only on request where it was configured, and leaves that as it is', async () => {
      network = { ...OPENED, agent_url: REACHED.agent_url };
      await showAnna();
      expect(text()).not.toContain('Where is it?');
      expect(text()).toContain(`It will connect to ${REACHED.agent_url}.`);
      await press('Another way');
      await press('through a VPN');
      await add();
      expect(asked[0]).toMatchObject({ agent_id: 'anna', at: '100.64.0.7:8443' });
    });
  });

  it('says that browsers warn of a certificate of its own, and which PCs find it', async () => {
    network = OPENED;
    server = 'https://192.168.1.5:8443';
    await show();
    await addAnna();
    expect(text()).toContain('The browser warns there');
    expect(text()).toContain('The PC has to be in the same network as this server.');
  });

  it('says what went wrong when the server cannot be asked', async () => {
    packages = () => Promise.reject(new ApiError('internal', 'It is broken.', 'req-1'));
    await show();
    expect(text()).toContain('It is broken.');
    expect((await name('pc2'))?.disabled).toBe(true);
  });

  it('is for admins', async () => {
    await show(false);
    expect(text()).toContain('Only an admin can add PCs.');
    expect(element().querySelector('form')).toBeNull();
  });
});
