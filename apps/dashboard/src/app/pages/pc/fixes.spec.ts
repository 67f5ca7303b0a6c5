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
      'Each of these fixes shows what it does, then asks for approval.',
    );
    expect(element().querySelector('kenny-tool-list > p')?.textContent).toContain(
      'A tool with a risk asks for approval first.',
    );
    const names = [...element().querySelectorAll('kenny-tool-list > ul a')].map(
      (one) => one.textContent,
    );
    expect(names).toContain('Show what can be cleaned up');
    expect(names).not.toContain('Free up space');
    const said = [...element().querySelectorAll('kenny-fixes li .dim')].map(
      (one) => one.textContent,
    );
    expect(said).toContain('High risk · May lose work that is not saved');
    expect(said).toContain('Medium risk');
    expect(said.join()).not.toMatch(/does no harm|second run|use the internet/);
    expect(element().querySelector('kenny-fixes')?.textContent).toContain(
      'When documents wait and nothing is printed.',
    );
    const button = offered().find(({ textContent }) => textContent.includes('Restart the print'));
    button?.click();
    await settle();
    expect(asked).toEqual([
      ['shell_exec', expect.objectContaining({ reason: 'Restart the print service' })],
    ]);
  });

  it('of the same matter stand together, each with when to take it; and are searched with the tools', async () => {
    const pc = aPc({ meta: { ...LINUX, os: 'windows' } });
    world.live = pc;
    world.agent = () => Promise.resolve(pc);
    await open({ part: 'tools' });
    const group = () =>
      [...element().querySelectorAll('kenny-fixes ul[aria-label="Free up space"] li')].map((one) =>
        one.textContent.replace(/\s+/g, ' ').trim(),
      );
    expect(group()).toEqual([
      expect.stringMatching(
        /^Free up space… When a disk is full: .*Medium risk · Deletes what is chosen/,
      ),
      expect.stringMatching(
        /^Remove old updates… When “Free up space” was not enough: .*High risk · Deletes replaced/,
      ),
    ]);
    const field = element().querySelector<HTMLInputElement>('kenny-tool-list input');
    if (!field) throw new Error('there is no search');
    field.value = 'updates replaced';
    field.dispatchEvent(new Event('input'));
    await settle();
    expect(offered().map(({ textContent }) => textContent.trim())).toEqual(['Remove old updates…']);
    expect(element().querySelector('kenny-tool-list')?.textContent).not.toContain('List a folder');
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
