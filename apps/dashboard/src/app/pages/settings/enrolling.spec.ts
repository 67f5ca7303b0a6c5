import { AddPcWorld, OPENED } from '../../../../test/add-pc-world';

const BROWSER_WARNS = 'Your connection isn’t private';
const WINDOWS_WARNS = 'Windows protected your PC';

describe('what installs a PC that was added', () => {
  let world: AddPcWorld;
  beforeEach(() => {
    world = new AddPcWorld();
  });
  const words = () => world.text().replaceAll(/\s+/g, ' ');
  const steps = () =>
    [...world.element().querySelectorAll('ol li')].map((one) =>
      (one.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
    );

  async function add(os: string, own = false): Promise<void> {
    world.os = os;
    if (own) {
      world.network = OPENED;
      world.server = 'https://192.168.1.5:8443';
    }
    await world.show();
    await world.addAnna();
  }

  it('says in one sentence for whom it is, what it does, and until when', async () => {
    await add('windows');
    expect(words()).toContain(
      'Send the link only to the person at that PC: the first PC that installs kenny with it is anna-laptop from then on. It works once, until ',
    );
    expect(words()).not.toMatch(/secret|whoever uses it/i);
  });

  it('speaks of no other person where it is for the computer that kenny runs on', async () => {
    world.server = 'http://127.0.0.1:8000';
    await world.show();
    await world.press('It is this computer');
    await world.addAnna();
    expect(words()).toContain('Use the command on this computer only: the first PC');
    expect(words()).not.toMatch(/Send the|The same page/);
  });

  it('tells both warnings beforehand, in their order, in their own words and with the reason', async () => {
    await add('windows', true);
    const [browser = '', , windows = '', admin = ''] = steps();
    expect(browser).toContain(BROWSER_WARNS);
    expect(browser).toContain('Continue to 192.168.1.5 (unsafe)');
    expect(browser).toContain('https://192.168.1.5:8443/');
    expect(browser).toContain('Why: ');
    expect(windows).toContain(WINDOWS_WARNS);
    expect(windows).toContain('More info, then Run anyway');
    expect(windows).toContain('Why: ');
    expect(admin).toContain('Do you want to allow this app to make changes to your device?');
    const way = world.element().querySelector('a[href="/settings/devices"]');
    expect(way?.textContent).toContain('without the browser’s warning');
  });

  it('says nothing of a browser’s warning where the certificate is known', async () => {
    await add('windows');
    expect(steps()).toHaveLength(3);
    expect(words()).not.toContain(BROWSER_WARNS);
    expect(words()).toContain(WINDOWS_WARNS);
    expect(world.element().querySelector('a[href="/settings/devices"]')).toBeNull();
  });

  it('tells somebody at a Linux PC only of the browser', async () => {
    await add('linux', true);
    expect(words()).toContain(BROWSER_WARNS);
    expect(words()).not.toContain(WINDOWS_WARNS);
  });

  it('shows the short address as one, with its letters marked, and no code for a camera', async () => {
    await add('windows', true);
    const address = world.element().querySelector('.address')?.textContent;
    expect(address?.replaceAll(/\s+/g, '')).toBe('https://192.168.1.5:8443/i/WXHKRT');
    expect(world.element().querySelector('.address strong')?.textContent).toBe('WXHKRT');
    expect(world.element().querySelector('[role=img]')).toBeNull();
  });

  it('keeps the line for a terminal folded on Windows', async () => {
    await add('windows');
    const fold = world.element().querySelector('details');
    expect([fold?.open, fold?.textContent.includes('curl … | sudo sh')]).toEqual([false, true]);
  });

  it.each([
    ['Windows', 'linux', 'kenny-agent.exe enroll'],
    ['Linux', 'windows', 'kenny-agent enroll'],
  ])('by hand on %s has no lines of another system', async (system, other, line) => {
    await world.show();
    await world.press('set up by hand');
    await world.write(1, 'anna-laptop');
    expect(world.submit()?.disabled).toBe(true);
    expect(words()).toContain('Say which system it has.');
    await world.press(`${system}, by hand`);
    world.submit()?.click();
    await world.settle();
    expect(words()).toContain(line);
    expect(words()).toContain(`Run these lines on the ${system} PC`);
    expect(words().toLowerCase()).not.toContain(other);
    expect(world.element().querySelectorAll('code.line')).toHaveLength(1);
  });
});
