import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { hintFor } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { anApproval } from '../../../../test/an-approval';
import { HOSTILE, PcPageWorld, refusal, section } from '../../../../test/pc-page-world';
import { CommandRegistry } from '../../core/commands/command-registry';

const LINUX = { hostname: 'x', os: 'linux', arch: 'x86_64', version: '0.1.0' } as const;

describe('the page of a PC', () => {
  const world = PcPageWorld.forEachTest();
  const { element, text, button, settle, open } = world;

  it('shows what is wrong first, worst first, with the limit in words and the facts', async () => {
    await open();
    const cards = [...element().querySelectorAll('kenny-section-card')].map((card) =>
      (card.textContent ?? '').replace(/\s+/g, ' '),
    );
    expect(cards).toHaveLength(2);
    expect(cards[0]).toMatch(/Disk ?C: is 96 % full critical at 95 % or more/);
    expect(cards[0]).toMatch(/511 GB.*20 GB.*96 %/);
    expect(cards[1]).toMatch(/A restart is pending ?for \d+ days/);
    const chips = [...element().querySelectorAll<HTMLButtonElement>('.chip')];
    expect(chips.map((chip) => chip.textContent.trim())).toEqual([
      'Drive health: not readable. access denied',
      'Memory: fine. 47 % of memory is in use',
    ]);
  });

  it('has what is fine in a line each, and shows all of one, or why it could not be read', async () => {
    await open();
    button(/Memory/)?.click();
    await settle();
    expect(button(/Memory/)?.getAttribute('aria-expanded')).toBe('true');
    const opened = () => element().querySelector('.open')?.textContent ?? '';
    expect(opened()).toContain('47 % of memory is in use');
    button(/not readable/)?.click();
    await settle();
    expect(opened()).toMatch(/could not be read: access denied/);
    expect(opened()).not.toContain('47 % of memory is in use');
    button(/not readable/)?.click();
    await settle();
    expect(opened()).toBe('');
  });

  it.each([
    ['disk', 'Disk', 'h2'],
    ['memory', 'Memory', '.chip[aria-expanded="true"]'],
    ['disk_smart', 'Drive health', '.chip[aria-expanded="true"]'],
  ])(
    'opens the check %s that a link led to, and puts the focus on it',
    async (check, title, at) => {
      await open({ check });
      const focused = document.activeElement;
      expect(focused?.matches(at)).toBe(true);
      expect(focused?.textContent).toContain(title);
    },
  );

  it('says what the PC is busy with when somebody asks, busiest first, and no more than three', async () => {
    const asked: unknown[] = [];
    world.callTool = (tool) => {
      asked.push(tool);
      const processes = [
        { pid: 1, name: 'idle', cpu: 0, mem_bytes: 9e9 },
        { pid: 2, name: HOSTILE, cpu: 93.5, mem_bytes: 2e8 },
        { pid: 3, name: 'backup', cpu: 12, mem_bytes: null },
        { pid: 4, name: 'shell', cpu: null, mem_bytes: 1e6 },
      ];
      return Promise.resolve({ call_id: 'c', result: { processes } });
    };
    await open();
    expect(asked).toEqual([]);
    expect(text()).not.toContain('Last report');
    button(/Look now/)?.click();
    await settle();
    expect(asked).toEqual(['diag_processes']);
    const busiest = [...element().querySelectorAll('[aria-label="Busiest processes"] li')];
    expect(busiest.map((one) => one.textContent.replace(/\s+/g, ' ').trim())).toEqual([
      expect.stringMatching(/<script>.*93.5 % of one core, 200 MB$/) as string,
      'backup 12 % of one core',
      'idle 0 % of one core, 9 GB',
    ]);
    expect(button(/Look again/)).toBeDefined();
  });

  it('says how busy the PC was in its last report, as far as that is known', async () => {
    const load = { status: 'ok', summary: 's', cpu_percent: 12.4, memory_percent: 61 };
    world.snapshot = { ...world.snapshot, load };
    await open();
    expect(text()).toContain('Busiest programs Look now Last report: CPU 12.4 %, memory 61 %');
    world.snapshot = { load: { ...load, cpu_percent: null, memory_percent: HOSTILE } };
    world.pushed.set(aPc({ ...world.live, received_at: '2026-11-21T10:20:00Z' }));
    await settle();
    expect(text()).not.toContain('Last report');
  });

  it('names the busiest processes of that report at once, and asks nobody', async () => {
    const asked = jest.fn();
    world.callTool = asked;
    const processes = [
      ...[{ pid: 7, name: HOSTILE, cpu: null, mem_bytes: 2e9 }, 'not a process'],
      ...[
        { pid: 8, name: 'backup', cpu: 71, mem_bytes: 1e8 },
        { pid: 9, name: 'shell' },
      ],
    ];
    world.snapshot = { ...world.snapshot, processes: { status: 'ok', summary: 's', processes } };
    await open();
    const busiest = [...element().querySelectorAll('[aria-label="Busiest processes"] li')];
    expect(busiest.map((one) => one.textContent.replace(/\s+/g, ' ').trim())).toEqual([
      'backup 71 % of one core, 100 MB',
      expect.stringMatching(/<script>.*2 GB$/) as string,
      'shell',
    ]);
    expect(text()).toContain('Last report');
    expect(asked).not.toHaveBeenCalled();
  });

  it('says of an offline PC where its lines end, and of another nothing', async () => {
    world.snapshot = { ...world.snapshot, load: { status: 'ok', summary: 's' } };
    await open({ part: 'charts' });
    expect(text()).not.toContain('where the lines end');
    world.pushed.set(aPc({ ...world.live, online: false }));
    await settle();
    expect(text()).toMatch(/Its last report came .+, where the lines end\./);
  });

  it('draws numbers of one metric in one chart, and none twice', async () => {
    world.snapshot = { ...world.snapshot, load: { status: 'ok', summary: 's' } };
    await open({ part: 'charts' });
    const titles = [...element().querySelectorAll('kenny-pc-charts h3')].map((one) =>
      one.textContent.trim(),
    );
    expect(titles).toEqual(['Disk', 'CPU', 'Network traffic', 'Disk traffic', 'Response time']);
    expect(element().querySelector('kenny-section-card')).toBeNull();
  });

  it('says in one line of what the PC reports that there is nothing to draw', async () => {
    const to = '2026-11-21T21:00:00Z';
    const rest = { from: '2026-11-14T21:00:00Z', to, resolution_s: 900 };
    world.series = (metric) =>
      Promise.resolve({
        ...{ agent_id: 'pc1', metric, unit: '%', ...rest },
        lines: metric === 'disk_used' ? [{ key: 'C:', points: [[to, 40, 40, 40]] }] : [],
      });
    world.snapshot = { ...world.snapshot, load: { status: 'ok', summary: 's' } };
    await open({ part: 'charts' });
    const charts = [...element().querySelectorAll('kenny-pc-chart')].map((one) => [
      one.classList.contains('no-data'),
      one.querySelector('kenny-chart') !== null,
    ]);
    expect(charts[0]).toEqual([false, true]);
    expect(charts.at(-1)).toEqual([true, false]);
    expect(text()).toContain('No data in this range: CPU, Network traffic and Disk traffic.');
    // The report, not the mean of a quarter of an hour.
    expect(text()).toContain('Disk now 96 %, range 40 % to 96 %');
  });

  it('keeps a chart while that of another range is on its way, and says so', async () => {
    const to = '2026-11-21T21:00:00Z';
    const rest = { unit: '%', from: '2026-11-14T21:00:00Z', to, resolution_s: 900 };
    const lines = [{ key: 'C:', points: [[to, 40, 40, 40]] }];
    const answer = { agent_id: 'pc1', metric: 'disk_used', ...rest, lines };
    world.series = () => Promise.resolve(answer);
    await open({ part: 'charts', range: '7d' });
    const first = () => element().querySelector('kenny-pc-chart h3')?.textContent ?? '';
    expect(first()).toContain('now 96 %');
    world.series = () => new Promise(() => undefined);
    world.fixture.componentRef.setInput('range', '1d');
    await settle();
    expect(first()).toContain('Loading…');
    expect(element().querySelector('kenny-chart')).not.toBeNull();
    world.series = () => Promise.resolve({ ...answer });
    world.fixture.componentRef.setInput('range', '1h');
    await settle();
    expect(first()).not.toContain('Loading…');
  });

  it.each([
    [0.99, 'a steady trend'],
    [0.82, 'a rough estimate'],
  ])('says in words how far a forecast is to be trusted, for %d', async (r2, words) => {
    const end = { at: '2026-11-28T21:00:00Z', value: 100 };
    const where = { metric: 'disk_used', key: 'C:', unit: '%', limit: 100, start: end, end };
    const summary = 'C: is full in about 7 days';
    world.forecast = () =>
      Promise.resolve({ items: [{ ...where, summary, per_day: 1, in_days: 7, r2 }] });
    await open();
    expect(text()).toContain(`${summary} (${words})`);
  });

  it('has everything else in parts, one at a time, and says how many requests wait', async () => {
    world.approvals.set(new Map([['apr_1', anApproval({ agent_id: 'pc1' })]]));
    await open();
    const parts = () =>
      [...element().querySelectorAll('nav[aria-label="More about this PC"] a')].map((one) =>
        one.textContent.replace(/\s+/g, ' ').trim(),
      );
    expect(parts()).toEqual([
      'Overview',
      'Charts',
      'Changes',
      'Activity1 waiting for approval',
      'Tools',
      'Screen',
      'Log',
    ]);
    const shown = () =>
      ['kenny-section-card', 'kenny-pc-charts', 'kenny-tool-list'].filter(
        (name) => element().querySelector(name) !== null,
      );
    expect(shown()).toEqual(['kenny-section-card']);
    for (const [part, name] of [
      ['charts', 'kenny-pc-charts'],
      ['tools', 'kenny-tool-list'],
      ['no such part', 'kenny-section-card'],
    ]) {
      world.fixture.componentRef.setInput('part', part);
      await settle();
      expect(shown()).toEqual([name]);
    }
  });

  it('leads from kenny’s log of it to what its own system logged', async () => {
    await open({ part: 'log' });
    const link = [...element().querySelectorAll('kenny-pc-parts p a')].find(
      ({ textContent }) => textContent === 'Read the event log',
    );
    expect(link?.getAttribute('href')).toContain('part=tools&tool=diag_eventlog');
  });

  it('shows the verdicts with what belongs to them, and does not wait for it without end', async () => {
    world.forecast = () => new Promise(() => undefined);
    await open();
    expect(element().querySelector('h1')?.textContent).toContain('kitchen');
    expect(element().querySelector('kenny-section-card, kenny-pc-parts')).toBeNull();
    await jest.advanceTimersByTimeAsync(1_000);
    await settle();
    expect(element().querySelectorAll('kenny-section-card')).toHaveLength(2);
    expect(element().querySelector('kenny-pc-parts')).not.toBeNull();
  });

  it('does not wait with what is wrong until it knows whether there is an update', async () => {
    let answer: (releases: unknown) => void = () => undefined;
    world.releases = () => new Promise((resolve) => (answer = resolve));
    world.live = aPc({ ...world.live, meta: LINUX });
    await open();
    expect(element().querySelectorAll('kenny-section-card')).toHaveLength(2);
    expect(element().querySelector('kenny-health-chips')).toBeNull();
    answer({ items: [{ ...LINUX, version: '0.2.0' }] });
    await settle();
    expect(element().querySelector('kenny-section-card ~ kenny-pc-update')).not.toBeNull();
    expect(element().querySelector('kenny-health-chips')).not.toBeNull();
  });

  it('says of an agent that it takes no updates, before there is a newer one', async () => {
    world.live = aPc({ ...world.live, meta: { ...LINUX, updatable: false } });
    await open();
    expect(element().querySelector('kenny-pc-update')?.textContent).toMatch(
      /^\s*This agent cannot be updated from here\. /,
    );
  });

  it('asks once when the fleet comes after the page, and anew when the PC has sent something', async () => {
    const pc = world.live;
    world.live = undefined;
    world.fleetReady.set(false);
    await open();
    expect(world.snapshots).toBe(1);
    world.pushed.set(pc);
    world.fleetReady.set(true);
    await settle();
    expect(world.snapshots).toBe(1);
    world.pushed.set(pc && { ...pc });
    await settle();
    expect(world.snapshots).toBe(1);
    world.pushed.set(pc && { ...pc, received_at: '2026-11-21T21:00:00Z' });
    TestBed.tick();
    expect(world.snapshots).toBe(2);
    // What is known stays while there is no newer answer.
    expect(element().querySelector('kenny-section-card kenny-facts')).not.toBeNull();
    await settle();
    expect(element().querySelector('kenny-section-card kenny-facts')).not.toBeNull();
  });

  it('shows whatever a PC sends as text', async () => {
    world.live = aPc({
      ...{ name: HOSTILE, tags: [HOSTILE] },
      sections: [section('printers', 'warn', HOSTILE)],
    });
    world.agent = () => Promise.resolve(world.live ?? aPc());
    world.snapshot = {
      printers: {
        printers: [{ name: HOSTILE, [HOSTILE]: HOSTILE, deep: { a: { b: [HOSTILE] } } }],
      },
    };
    await open();
    expect(element().querySelector('img, script, iframe, a[href^="javascript"]')).toBeNull();
    expect(text()).toContain('<script>alert(2)</script>');
    expect(element().querySelectorAll('mark').length).toBeGreaterThan(3);
    expect(text()).not.toContain('\u202E');
  });

  it('says that there is no such PC, and that one was removed while it was looked at', async () => {
    world.live = undefined;
    world.agent = () => Promise.reject(refusal('unknown_agent'));
    await open({ id: 'nobody' });
    expect(text()).toContain('There is no PC with the ID nobody');
    world.pushed.set(aPc());
    await settle();
    world.pushed.set(undefined);
    await settle();
    expect(text()).toContain('no longer in the fleet');
  });

  it('keeps the verdicts when its facts cannot be had, and says so', async () => {
    await open();
    world.agent = () => Promise.reject(refusal('unavailable'));
    world.pushed.set(aPc({ received_at: '2026-11-21T21:00:00Z' }));
    await settle();
    expect(text()).toContain('it is unavailable');
    expect(button(/Try again/)).toBeDefined();
  });

  it('explains a section in place, has Claude asked about it in the chat, or says why not', async () => {
    const explain = jest.fn(() => Promise.reject(refusal('unavailable')));
    world.explain = explain;
    await open();
    button(/What it means/)?.click();
    await settle();
    expect(text()).toContain('Deleting temporary files and old updates helps at once');
    expect(explain).not.toHaveBeenCalled();
    button(/Ask Claude about it/)?.click();
    await settle();
    expect(text()).toContain(hintFor('page', 'unavailable'));
    world.explain = () => Promise.resolve({ session_id: 's-1', turn_id: 't' });
    const navigate = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    button(/Ask Claude about it/)?.click();
    await settle();
    expect(navigate.mock.lastCall?.[0]).toEqual(['/chat', 's-1']);
  });

  it('explains no trouble of a check that is well', async () => {
    await open({ check: 'memory' });
    expect(text()).toContain('47 % of memory is in use');
    expect(button(/What it means: Memory/)).toBeUndefined();
    expect(button(/What it means: Disk/)).toBeDefined();
  });

  it('leads to where the chat says how to get a key, where there is none', async () => {
    world.explain = () => Promise.reject(refusal('chat_unavailable'));
    await open();
    const navigate = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    button(/What it means/)?.click();
    await settle();
    button(/Ask Claude about it/)?.click();
    await settle();
    expect(navigate.mock.lastCall?.[0]).toEqual(['/chat']);
    expect(text()).not.toContain(hintFor('page', 'chat_unavailable'));
  });

  it('offers its tools in the palette while it is open', async () => {
    await open();
    const found = () => TestBed.inject(CommandRegistry).find('shell_exec', 3);
    expect(found().map(({ name }) => name)).toEqual(['Run a shell command on kitchen']);
    world.fixture.destroy();
    expect(found()).toEqual([]);
  });
});
