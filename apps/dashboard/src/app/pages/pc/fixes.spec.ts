import { REMEDIES } from '@kenny/health';
import { aPc } from '../../../../test/a-pc';
import { anApproval } from '../../../../test/an-approval';
import { PcPageWorld } from '../../../../test/pc-page-world';
import { fixesFor } from './fixes';

const LINUX = { hostname: 'x', os: 'linux', arch: 'x86_64', version: '0.1.0' } as const;

describe('fixes of kenny’s own', () => {
  const all = Object.values(REMEDIES).flat();
  const world = PcPageWorld.forEachTest();
  const { element, open, settle } = world;
  const offered = () => [...element().querySelectorAll<HTMLButtonElement>('kenny-fixes button')];

  it('are those of its system, each once, without what is chosen first', () => {
    const titles = fixesFor(all, { meta: LINUX }).map(({ title }) => title);
    expect(titles).toContain('Restart the print service');
    expect(titles).not.toContain('Turn on real-time protection');
    expect(titles).not.toContain('Free up space');
    expect(new Set(titles).size).toBe(titles.length);
    expect(fixesFor(all, { meta: null })).toEqual([]);
  });

  it('stand above the tools of a PC, and are asked for like any other change', async () => {
    const pc = aPc({ meta: LINUX });
    world.live = pc;
    world.agent = () => Promise.resolve(pc);
    const asked: unknown[] = [];
    world.callTool = (tool, body) => {
      asked.push([tool, body]);
      return Promise.resolve({ approval: anApproval() });
    };
    world.approval = anApproval();
    await open({ part: 'tools' });
    expect(element().querySelector('kenny-fixes')?.textContent).toContain(
      'Each asks for approval first.',
    );
    expect(element().querySelector('kenny-tool-list p')?.textContent).toContain(
      'In this list, a tool without a mark reads',
    );
    const said = [...element().querySelectorAll('kenny-fixes li .dim')].map(
      (one) => one.textContent,
    );
    expect(said).toContain(
      'High risk · May lose work that is not saved · a second run means a second restart',
    );
    expect(said.join()).not.toContain('does no harm');
    const button = offered().find(({ textContent }) => textContent.includes('Restart the print'));
    button?.click();
    await settle();
    expect(asked).toEqual([
      ['shell_exec', expect.objectContaining({ reason: 'Restart the print service' })],
    ]);
  });

  it('cannot be asked for of a PC that is away', async () => {
    const pc = aPc({ meta: LINUX, online: false });
    world.live = pc;
    world.agent = () => Promise.resolve(pc);
    await open({ part: 'tools' });
    expect(offered().length).toBeGreaterThan(1);
    expect(offered().every(({ disabled }) => disabled)).toBe(true);
  });
});
