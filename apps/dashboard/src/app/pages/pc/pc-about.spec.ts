import { aPc } from '../../../../test/a-pc';
import { PcPageWorld } from '../../../../test/pc-page-world';

describe('what the page of a PC says about it', () => {
  const world = PcPageWorld.forEachTest();
  const { element, text, button, settle, open } = world;

  it('has the form of its details right below its head, on whichever part somebody is, and gives the focus back', async () => {
    await open({ part: 'changes' });
    const pencil = element().querySelector<HTMLElement>(
      'kenny-pc-head [aria-label="Edit details"]',
    );
    expect(element().querySelector('kenny-pc-naming')).toBeNull();
    pencil?.click();
    await settle();
    const form = element().querySelector('kenny-pc-head + kenny-pc-naming form');
    expect(document.activeElement).toBe(form?.querySelector('input'));
    expect(pencil?.getAttribute('aria-expanded')).toBe('true');
    button(/^\s*Cancel/)?.click();
    await settle();
    expect(element().querySelector('kenny-pc-naming')).toBeNull();
    expect(document.activeElement).toBe(pencil);
  });

  it('says once whose it is and how they are reached: in its head', async () => {
    world.agent = () => Promise.resolve(aPc({ owner: 'Anna', contact: '0170 1234567' }));
    world.live = aPc({ owner: 'Anna', contact: '0170 1234567' });
    await open();
    expect(text().match(/Anna/g)).toHaveLength(1);
    expect(element().querySelector('kenny-pc-head a[href="tel:01701234567"]')).not.toBeNull();
  });

  it('names no host that is called like its ID', async () => {
    const meta = { os: 'linux', version: '0.1.0' } as const;
    const about = () => element().querySelector('kenny-pc-about dl')?.textContent ?? '';
    world.agent = () => Promise.resolve(aPc({ meta: { ...meta, hostname: 'pc1' } }));
    await open();
    expect(about()).toContain('pc1');
    expect(about()).not.toContain('Host');
  });

  it('names its system as people say it', async () => {
    const meta = { hostname: 'x', os: 'windows', arch: 'x86_64', version: '0.1.0' } as const;
    world.live = aPc({ meta, system: 'Windows 11 24H2' });
    await open();
    expect(text()).toContain('Windows 11 24H2 (x86_64)');
  });
});
