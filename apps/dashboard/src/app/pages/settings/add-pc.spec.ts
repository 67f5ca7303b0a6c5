import type { PackageView } from '@kenny/contract/web';
import { aDoor } from '../../../../test/a-door';
import { aPc } from '../../../../test/a-pc';
import {
  AddPcWorld,
  ALONE,
  LINUX,
  NONE,
  OPENED,
  REACHED,
  WHY,
} from '../../../../test/add-pc-world';
import { ApiError } from '../../core/http/api-error';

describe('the page that adds a PC', () => {
  let world: AddPcWorld;
  beforeEach(() => {
    world = new AddPcWorld();
  });

  it('keeps its id folded until something is wrong with it, and then in view', async () => {
    await world.show();
    const isOpen = () => world.element().querySelector('details')?.open;
    await world.write(0, 'Mum’s laptop');
    expect([isOpen(), world.element().querySelector('summary code')?.textContent]).toEqual([
      ...[false, 'mums-laptop'],
    ]);
    await world.write(0, 'PC1');
    expect(world.text()).toContain('PC1 is here already.');
    expect(isOpen()).toBe(true);
    await world.write(0, 'PC2');
    expect(isOpen()).toBe(true);
  });

  it('says at the field what is missing before it can be added', async () => {
    await world.show();
    expect(world.submit()?.disabled).toBe(true);
    expect(world.text()).toContain('Such as Mum’s laptop. It needs one before you can add it.');
    await world.write(0, '妈妈');
    expect(world.text()).toContain('Write an ID: none can be made from this name.');
    expect(world.element().querySelector('details')?.open).toBe(true);
    await world.write(1, 'mama');
    expect(world.submit()?.disabled).toBe(false);
    expect(world.text()).not.toContain('Write an ID');
  });

  it('offers what the server can hand out, and says as text why not the rest', async () => {
    await world.show();
    expect(world.text()).toContain(WHY);
    expect(world.element().querySelector('.why b')).toBeNull();
    const radios = [...world.element().querySelectorAll<HTMLInputElement>('input[type=radio]')];
    expect(radios.map(({ disabled }) => disabled)).toEqual([true, false, false]);
  });

  it('says plainly that a Mac cannot be added, and offers it no way that leads nowhere', async () => {
    const mac: PackageView = { ...NONE, os: 'macos', trouble: 'There is no installer for macOS.' };
    world.packages = () => Promise.resolve({ items: [NONE, LINUX, mac] });
    await world.show();
    const all = [...world.element().querySelectorAll('mat-radio-button')];
    const shown = all.find(({ textContent }) => textContent.includes('macOS'));
    expect(shown?.textContent).toContain('not possible yet: kenny cannot check a Mac');
    expect(shown?.querySelector('input')?.disabled).toBe(true);
    expect(world.text()).not.toContain('There is no installer for macOS.');
    expect(world.text()).toContain('Windows or Linux, set up by hand');
  });

  it.each(['../etc', '-x', 'a b', 'ä', 'x'.repeat(65), 'pc1'])('does not take %j', async (id) => {
    await world.show();
    expect((await world.name(id))?.disabled).toBe(true);
  });

  it('is green once the PC is connected, and ready for the next one', async () => {
    await world.show();
    await world.addAnna();
    world.here.set(
      aPc({ agent_id: 'anna-laptop', online: true, connected_since: '2026-06-04T12:00:00Z' }),
    );
    await world.settle();
    expect(world.text()).toContain('anna-laptop is connected');
    expect(world.text()).not.toContain('curl');
    await world.press('Add another PC');
    expect([world.field(0).value, world.field(1).value]).toEqual(['', '']);
  });

  it('shows the line for the PC once it is added', async () => {
    await world.show();
    await world.addAnna();
    expect(world.asked).toEqual([
      { agent_id: 'anna-laptop', os: 'linux' },
      { id: 'anna-laptop', os: 'linux' },
    ]);
    expect(world.text()).toContain('curl … | sudo sh');
    expect(world.text()).toContain('Waiting for anna-laptop');
    expect(world.element().querySelector('.code')?.textContent).toBe('WXHKRT');
    expect(world.text()).not.toContain('The browser warns');
    expect(world.text()).not.toContain('in the same network');
  });

  it.each([
    ['windows', 'link', ['Open this link on the PC', 'What the person at the PC will see']],
    ['linux', 'command', ['Run this command on the PC', 'Or open this link on the PC']],
  ])('begins on %s with the %s', async (os, what, headings) => {
    world.os = os;
    await world.show();
    await world.addAnna();
    const all = [...world.element().querySelectorAll('h2')].map((one) => one.textContent);
    expect(all).toEqual(headings);
    expect(world.text()).toContain(`once you have the ${what}.`);
    expect(world.text()).toContain(`New ${what}`);
  });

  it('names the PC that never connected, says what a new link ends, and asks for no ID', async () => {
    world.here.set(aPc({ agent_id: 'PC1', name: 'Mum’s\u202e PC', last_seen: null }));
    await world.show(true, 'PC1');
    const heading = () => world.element().querySelector('h1')?.textContent;
    expect(heading()).toBe('Install kenny on Mum’s⟨U+202E⟩ PC');
    expect(world.text()).toContain('It has not connected yet.');
    expect(world.text()).toContain('A link that was made for it earlier then stops working.');
    expect(world.text()).toContain('PC ID: PC1');
    expect(world.element().querySelector('input:not([type=radio])')).toBeNull();
    world.submit()?.click();
    await world.settle();
    expect(world.asked).toEqual([{ id: 'PC1', os: 'linux' }]);
    expect(heading()).toBe('Install kenny on Mum’s⟨U+202E⟩ PC');
    expect(world.text()).toContain('curl … | sudo sh');
  });

  it('installs again what was here already', async () => {
    world.here.set(aPc({ agent_id: 'PC1', name: 'Till', last_seen: '2026-06-04T12:00:00Z' }));
    await world.show(true, 'PC1');
    expect(world.element().querySelector('h1')?.textContent).toBe('Install kenny again on Till');
    expect(world.text()).toContain('It stays in the list, with its history.');
  });

  it('makes the id of the name, until somebody writes one', async () => {
    await world.show();
    await world.write(0, 'Mum’s laptop');
    expect(world.field(1).value).toBe('mums-laptop');
    await world.write(1, 'mum');
    expect(world.field(1).value).toBe('mum');
  });

  it('says beside the button what comes next, and the permanent ID', async () => {
    await world.show();
    const next = () => world.element().querySelector('.next')?.textContent.replaceAll(/\s+/g, ' ');
    expect(next()).toMatch(/^ Next, kenny .*shows what to type on that PC\. .* once that has run/);
    expect(next()).not.toContain('permanent');
    await world.write(0, 'Mum’s laptop');
    expect(next()).toContain('Its permanent ID is mums-laptop.');
    await world.write(0, 'PC1');
    expect(next()).not.toContain('permanent');
  });

  describe('of a server that listens on its own computer only', () => {
    beforeEach(() => (world.network = ALONE));

    async function showAnna(): Promise<void> {
      await world.show();
      await world.write(0, 'Anna');
    }

    async function add(): Promise<void> {
      world.submit()?.click();
      await world.settle();
    }

    it('names all that is missing, beside the button', async () => {
      const missing = () => world.element().querySelector('.acts [role=status]')?.textContent;
      await world.show();
      expect(missing()).toBe('Give it a name. Say where it is used.');
      await world.press('set up by hand');
      expect(missing()).toBe('Give it a name. Say which system it has. Say where it is used.');
      await world.write(0, '妈妈');
      expect(missing()).toBe('Say which system it has. Write an ID. Say where it is used.');
    });

    it('asks where the PC is, and opens that address when the PC is added', async () => {
      await showAnna();
      expect(world.text()).toContain('Where is it used?');
      expect([world.submit()?.disabled, world.text()]).toEqual([
        true,
        expect.stringContaining('Say where it is used.'),
      ]);
      await world.press('In this house');
      expect(world.text()).not.toContain('127.0.0.1');
      expect(world.element().querySelector('form b')).toBeNull();
      expect(world.text()).toContain('kenny then listens at 192.0.2.10, cable (eth0), for PCs');
      await world.press('through a VPN');
      expect(world.text()).toContain('The PC has to be in the same VPN.');
      await add();
      expect(world.asked).toEqual([
        { address: '100.64.0.7', port: 8443 },
        { agent_id: 'anna', name: 'Anna', os: 'linux', at: '100.64.0.7:8443' },
        { id: 'anna', os: 'linux', at: '100.64.0.7:8443' },
      ]);
      expect(world.text()).toContain('curl … | sudo sh');
    });

    it('says through which router it was not reached, beside the command', async () => {
      const problem = 'It <b>did not</b> answer.';
      world.opens = () =>
        Promise.resolve({ ...OPENED, door: aDoor('family.example', { problem }) });
      await showAnna();
      await world.press('through your router');
      expect(world.text()).toContain('Fill in the router’s name or address.');
      expect(world.submit()?.disabled).toBe(true);
      await world.write(2, 'Family.example');
      await add();
      expect(world.asked[0]).toEqual({
        ...{ address: 'family.example', port: 8443, behind_router: '192.0.2.10' },
      });
      expect(world.text()).toContain('curl … | sudo sh');
      expect(world.text()).toContain(problem);
    });

    it('says why it cannot be opened, and keeps what was written', async () => {
      world.opens = () => Promise.reject(new ApiError('conflict', 'Port 9000 is in use.', 'req-1'));
      await showAnna();
      await world.press('In this house');
      await world.write(2, 'x');
      expect(world.submit()?.disabled).toBe(true);
      await world.write(2, '9000');
      await add();
      expect(world.text()).toContain('Port 9000 is in use.');
      expect([world.field(0).value, world.field(2).value]).toEqual(['Anna', '9000']);
      expect(world.asked).toEqual([{ address: '192.0.2.10', port: 9000 }]);
      await world.press('It is this computer');
      await add();
      expect(world.text()).toContain('Waiting for Anna');
      expect(world.text()).not.toContain('Port 9000 is in use.');
    });

    it('opens nothing for what is open, or for this very computer', async () => {
      world.network = OPENED;
      await showAnna();
      expect(world.text()).toContain('It connects to 100.64.0.7');
      await world.press('It is this computer');
      await add();
      expect(world.asked[0]).toEqual({ agent_id: 'anna', name: 'Anna', os: 'linux' });
    });

    it('asks only on request where it was configured, and leaves that as it is', async () => {
      world.network = { ...OPENED, agent_url: REACHED.agent_url };
      await showAnna();
      expect(world.text()).not.toContain('Where is it used?');
      expect(world.text()).toContain(`It will connect to ${REACHED.agent_url}.`);
      await world.press('Another way');
      await world.press('through a VPN');
      await add();
      expect(world.asked[0]).toMatchObject({ agent_id: 'anna', at: '100.64.0.7:8443' });
    });
  });

  it('says that browsers warn of a certificate of its own, and which PCs find it', async () => {
    world.network = OPENED;
    world.server = 'https://192.168.1.5:8443';
    await world.show();
    await world.addAnna();
    expect(world.text()).toContain('The browser warns');
    expect(world.text()).toContain('The PC has to be in the same network as this server.');
  });

  it('says what went wrong when the server cannot be asked', async () => {
    world.packages = () => Promise.reject(new ApiError('internal', 'It is broken.', 'req-1'));
    await world.show();
    expect(world.text()).toContain('It is broken.');
    expect((await world.name('pc2'))?.disabled).toBe(true);
  });

  it('is for admins', async () => {
    await world.show(false);
    expect(world.text()).toContain('Only an admin can add PCs.');
    expect(world.element().querySelector('form')).toBeNull();
  });
});
