import { aPc } from '../../../../test/a-pc';
import { PcPageWorld } from '../../../../test/pc-page-world';

describe('what the page of a PC says about it', () => {
  const world = PcPageWorld.forEachTest();
  const { element, text, button, settle, open } = world;

  it('has the form of its details open from beside its name, wherever somebody is on it', async () => {
    await open({ part: 'changes' });
    expect(element().querySelector('kenny-pc-naming')).toBeNull();
    element().querySelector<HTMLElement>('kenny-pc-head [aria-label="Edit details"]')?.click();
    await settle();
    world.fixture.componentRef.setInput('part', undefined);
    await settle();
    const first = element().querySelector('kenny-pc-naming form input');
    expect(first).not.toBeNull();
    expect(document.activeElement).toBe(first);
    button(/^\s*Cancel/)?.click();
    await settle();
    expect(element().querySelector('kenny-pc-naming form')).toBeNull();
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
