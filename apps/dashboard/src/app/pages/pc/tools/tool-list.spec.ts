import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { CATALOG } from '@kenny/contract/agent';
import { REMEDIES } from '@kenny/health';
import { aPc } from '../../../../../test/a-pc';
import { anApproval } from '../../../../../test/an-approval';
import { PcPageWorld, refusal } from '../../../../../test/pc-page-world';
import { doables } from './doable';

const LINUX = { hostname: 'x', os: 'linux', arch: 'x86_64', version: '0.1.0' } as const;

describe('fixes of kenny’s own', () => {
  const all = Object.values(REMEDIES).flat();
  const world = PcPageWorld.forEachTest();
  const { element, open, settle } = world;
  const offered = () => [
    ...element().querySelectorAll<HTMLButtonElement>('kenny-tool-list ul button'),
  ];

  it('are one list with the tools: each thing once, what does not fit with its reason', () => {
    const there = { tools: CATALOG.tools, remedies: all };
    const list = doables(there, [aPc({ meta: LINUX })]);
    const fit = list.filter(({ unfit }) => unfit === null).map(({ title }) => title);
    expect(fit).toContain('Restart the print service');
    expect(list.filter(({ title }) => title === 'Free up space')).toHaveLength(1);
    expect(list.find(({ title }) => title === 'Update apps')?.unfit).toMatch(/^Only for Windows/);
    expect(list.filter(({ title }) => title === 'Update apps')).toHaveLength(1);
    expect(new Set(list.map(({ title }) => title)).size).toBe(list.length);
    expect([...new Set(list.map(({ group }) => group))]).toEqual([
      ...['Fixes', 'How it is', 'Programs', 'Files', 'Screen and remote help', 'For experts'],
      'Your own script',
    ]);
  });

  it('begin with what helps now; where nothing fits that does, they are just fixes', () => {
    const there = { tools: CATALOG.tools, remedies: all };
    const groups = (helping: string[]) =>
      doables(there, [aPc({ meta: LINUX })], helping)
        .slice(0, 2)
        .map(({ title, group }) => [group, title]);
    expect(groups(['Restart the print service'])).toEqual([
      ['For what needs attention', 'Restart the print service'],
      ['Other fixes', expect.any(String)],
    ]);
    expect(groups([])[0]?.[0]).toBe('Fixes');
  });

  it('of several PCs name those that they do not fit', () => {
    const pcs = [
      aPc({ name: 'Lin', meta: LINUX }),
      aPc({ name: 'Win', meta: { ...LINUX, os: 'windows' } }),
    ];
    const list = doables({ tools: CATALOG.tools, remedies: all }, pcs);
    const of = (title: string) => list.find((one) => one.title === title)?.unfit;
    expect(of('Turn on real-time protection')).toBe('Not on Lin (Linux).');
    expect(of('Restart in one minute')).toBeNull();
  });

  it('of several PCs begin with what helps on one of them, and say where it does not fit', () => {
    const pcs = [
      aPc({ name: 'Lin', meta: LINUX }),
      aPc({ name: 'Win', meta: { ...LINUX, os: 'windows' } }),
    ];
    const title = 'Turn on real-time protection';
    const [first] = doables({ tools: CATALOG.tools, remedies: all }, pcs, [title]);
    expect(first).toMatchObject({ title, group: 'For what needs attention', unfit: null });
    expect(first?.words).toMatch(/Not on Lin \(Linux\)\.$/);
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
    expect(element().querySelector('kenny-tool-list')?.textContent).toMatch(
      /Press one to ask for it: you see exactly what will run.*A tool with a risk asks for approval first/s,
    );
    const names = [...element().querySelectorAll('kenny-tool-list ul a')].map((one) =>
      one.textContent.trim(),
    );
    expect(names).toContain('Show what can be cleaned up…');
    expect(names).not.toContain('Free up space…');
    const said = [...element().querySelectorAll('kenny-tool-list ul li')].map((one) =>
      one.textContent.replace(/\s+/g, ' ').trim(),
    );
    expect(said).toContainEqual(
      expect.stringMatching(
        /^Restart in one minute… High risk ?After.*May lose work that is not saved\.$/,
      ),
    );
    expect(said).toContainEqual(
      expect.stringMatching(/^Restart the print service… Medium risk ?When/),
    );
    expect(said.join()).not.toMatch(/does no harm|second run|use the internet/);
    expect(element().querySelector('kenny-tool-list')?.textContent).toContain(
      'When documents wait and nothing is printed.',
    );
    jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    const button = offered().find(({ textContent }) => textContent.includes('Restart the print'));
    button?.click();
    await settle();
    expect(asked).toEqual([
      ['shell_exec', expect.objectContaining({ reason: 'Restart the print service' })],
    ]);
  });

  it('of the same matter stand together, each with when to take it; all is searched at once', async () => {
    const pc = aPc({ meta: { ...LINUX, os: 'windows' } });
    world.live = pc;
    world.agent = () => Promise.resolve(pc);
    await open({ part: 'tools' });
    const group = () =>
      [...element().querySelectorAll('kenny-tool-list .topic li')]
        .map((one) => one.textContent.replace(/\s+/g, ' ').trim())
        .filter((words) => /^(Free up|Remove old)/.test(words));
    expect(group()).toEqual([
      expect.stringMatching(
        /^Free up space… Medium risk ?When a disk is full: .*Deletes what is chosen/,
      ),
      expect.stringMatching(
        /^Remove old updates… High risk ?When “Free up space” was not enough: .*Deletes replaced/,
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

  it('lead straight to the sheet, without a question in between; why not is said in the list', async () => {
    const pc = aPc({ meta: LINUX });
    world.live = pc;
    world.agent = () => Promise.resolve(pc);
    world.callTool = () => Promise.reject(refusal('unreachable'));
    await open({ part: 'tools' });
    jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    offered()
      .find(({ textContent }) => textContent.includes('Restart the print'))
      ?.click();
    await settle();
    expect(world.goesOn.shown).toEqual([]);
    expect(element().querySelector('kenny-tool-list kenny-error')?.textContent).toContain(
      'it is unreachable',
    );
  });

  it('and tools are folded by topic, each with its names; what is looked for is in sight', async () => {
    const pc = aPc({ meta: LINUX });
    world.live = pc;
    world.agent = () => Promise.resolve(pc);
    await open({ part: 'tools' });
    const topics = () => [...element().querySelectorAll<HTMLDetailsElement>('details.topic')];
    const said = topics().map(({ firstElementChild: head }) =>
      head?.textContent.replace(/\s+/g, ' ').trim(),
    );
    expect(said).toContainEqual(expect.stringMatching(/^Fixes ?\d+ ?.*Restart in one minute/));
    expect(said).toContainEqual(expect.stringMatching(/^Files ?\d+ ?.*List a folder/));
    expect(topics().some((one) => one.open)).toBe(false);
    const field = element().querySelector<HTMLInputElement>('kenny-tool-list input');
    if (!field) throw new Error('there is no search');
    field.value = 'folder';
    field.dispatchEvent(new Event('input'));
    await settle();
    expect(topics().length).toBeGreaterThan(0);
    expect(topics().every((one) => one.open)).toBe(true);
  });

  it('that wait for approval already are reviewed, not asked for again', async () => {
    const pc = aPc({ meta: LINUX });
    world.live = pc;
    world.agent = () => Promise.resolve(pc);
    const fix = all.find(({ os, title }) => os === 'linux' && title.includes('print'));
    if (!fix) throw new Error('there is no such fix');
    const { tool, args, title } = fix;
    const asked = anApproval({ id: 'apr_7', agent_id: pc.agent_id, tool, args });
    world.approvals.set(new Map([[asked.id, asked]]));
    await open({ part: 'tools' });
    expect(offered().map(({ textContent }) => textContent.trim())).not.toContain(`${title}…`);
    const link = element().querySelector<HTMLAnchorElement>('kenny-tool-list [href*="apr_7"]');
    expect(link?.closest('li')?.textContent).toContain('Waiting for approval');
    expect(link?.textContent).toBe(`review “${title}”`);
  });
});
