import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { aPc } from '../../../../test/a-pc';
import { anApproval } from '../../../../test/an-approval';
import { PcPageWorld, refusal, section } from '../../../../test/pc-page-world';

const COMMAND = 'systemctl restart cups';
const LINUX = { hostname: 'x', os: 'linux', arch: 'x86_64', version: '0.1.0' } as const;
const WINDOWS = { ...LINUX, os: 'windows' } as const;

describe('what usually helps against a finding', () => {
  const world = PcPageWorld.forEachTest();
  const { element, button, settle, open } = world;
  const offered = () =>
    [...element().querySelectorAll('kenny-remedies button')].map((one) => one.textContent.trim());
  const show = async (meta: typeof LINUX | typeof WINDOWS, more = {}, protectedNow = true) => {
    const pc = aPc({
      meta,
      sections: [section('defender', 'warn', 'old'), section('printers', 'warn', 'offline')],
      ...more,
    });
    world.live = pc;
    world.agent = () => Promise.resolve(pc);
    world.snapshot = {
      defender: {
        enabled: true,
        realtime_protection: protectedNow,
        last_scan: '2020-01-01T00:00:00Z',
      },
      printers: { printers: [{ name: 'HP', status: 'Offline' }] },
    };
    await open();
  };

  it('is offered for the PC’s system and what is wrong, nothing else', async () => {
    await show(WINDOWS);
    expect(offered()).toEqual(['Run a quick scan…', 'Restart the print service…']);
  });

  it('has a guide beside it, where there is one', async () => {
    const more = [
      section('printers', 'warn', 'offline'),
      section('services', 'warn', 'one stopped'),
      section('battery', 'warn', 'worn'),
    ];
    await show(WINDOWS, { sections: [section('defender', 'crit', 'off'), ...more] });
    const guides = [...element().querySelectorAll('a[href^="/guides/"]')];
    expect(guides.map((one) => [one.textContent.trim(), one.getAttribute('href')])).toEqual([
      ['What to do: Virus protection', '/guides/virus-protection'],
      ['What to do: Printers', '/guides/printer'],
      ['What to do: Battery', '/guides/battery'],
    ]);
  });

  it('is the main button of its card', async () => {
    await show(WINDOWS, { sections: [section('defender', 'crit', 'off')], overall: 'crit' }, false);
    expect(button(/Turn on real-time protection/)?.className).toContain('unelevated');
  });

  it('is another on another system', async () => {
    await show(LINUX);
    expect(offered()).toEqual(['Restart the print service…']);
  });

  it('is requested with its reason, and decided on the sheet', async () => {
    const asked: unknown[] = [];
    const approval = anApproval({ id: 'apr_1' });
    world.approval = approval;
    world.callTool = (...call) => {
      asked.push(call.slice(0, 2));
      return Promise.resolve({ approval });
    };
    await show(LINUX);
    const navigate = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    button(/Restart the print service/)?.click();
    await settle();
    const body = { agent_id: 'pc1', args: { command: COMMAND, timeout_s: 30 } };
    expect(asked).toEqual([['shell_exec', { ...body, reason: 'Restart the print service' }]]);
    expect(navigate).toHaveBeenCalledWith(['/approvals', 'apr_1'], {
      info: { justAsked: 'apr_1' },
    });
  });

  it('is shown first, and nothing is asked for before somebody goes on', async () => {
    world.goesOn.wants = false;
    await show(LINUX);
    button(/Restart the print service/)?.click();
    await settle();
    expect(world.goesOn.shown).toMatchObject([{ tool: 'shell_exec', agent_id: 'pc1' }]);
    expect(button(/Restart the print service/)?.disabled).toBe(false);
  });

  it.each([
    ['the same', {}, false],
    ['one that has ended', { state: 'done' }, true],
    ['one for another PC', { agent_id: 'pc2' }, true],
    ['another command', { args: { command: `${COMMAND}; reboot`, timeout_s: 30 } }, true],
  ] as const)('is offered beside a request: %s', async (_what, change, offers) => {
    const args = { command: COMMAND, timeout_s: 30 };
    await show(LINUX);
    world.approvals.set(new Map([['apr_1', anApproval({ args, ...change })]]));
    await settle();
    expect(offered()).toEqual(offers ? ['Restart the print service…'] : []);
    const link = element().querySelector('kenny-remedies a');
    expect(link?.getAttribute('href') ?? null).toBe(offers ? null : '/approvals/apr_1');
    if (link) expect(element().textContent).toContain('Review “Restart the print service”');
  });

  it('leads to one like it that waits, which is decided first', async () => {
    await show(LINUX);
    const args = { command: COMMAND, timeout_s: 30, cwd: '/' };
    world.approvals.set(new Map([['apr_1', anApproval({ args })]]));
    await settle();
    expect(offered()).toEqual([]);
    const link = element().querySelector('kenny-remedies a');
    expect(link?.getAttribute('href')).toBe('/approvals/apr_1');
  });

  it('leads to each that waits, where they differ, and presses for one', async () => {
    await show(LINUX);
    const args = { command: COMMAND, timeout_s: 30 };
    const calls = [args, { ...args, cwd: '/' }, { cwd: '/', ...args }];
    world.approvals.set(
      new Map(calls.map((of, at) => [`apr_${at}`, anApproval({ id: `apr_${at}`, args: of })])),
    );
    await settle();
    const links = [...element().querySelectorAll('kenny-remedies a')];
    expect(links.map((one) => [one.textContent.trim(), one.getAttribute('href')])).toEqual([
      [
        'Review “Restart the print service”, which waits for approval',
        expect.stringMatching(/apr_0$/),
      ],
      [
        'Review 2 of 2 “Restart the print service”, which waits as well',
        expect.stringMatching(/apr_1$/),
      ],
    ]);
    expect(links.map(({ className }) => className.includes('unelevated'))).toEqual([true, false]);
    expect(offered()).toEqual([]);
  });

  it('is one main button, and all else of its card looks the same, the rest last', async () => {
    await show(WINDOWS, { sections: [section('defender', 'crit', 'off')], overall: 'crit' }, false);
    const row = [...element().querySelectorAll('kenny-section-card .acts :is(a, button)')];
    expect(row.map((one) => one.textContent.trim().replace(/[:…].*/, ''))).toEqual([
      ...['Turn on real-time protection', 'What it means', 'What to do', 'Snooze'],
    ]);
    expect(row.filter(({ className }) => className.includes('unelevated'))).toEqual([row[0]]);
    expect(row.slice(1).every(({ className }) => className.includes('mat-mdc-button '))).toBe(true);
  });

  it('urges nobody to a request after the same has run, and says so', async () => {
    const args = { command: COMMAND, timeout_s: 30 };
    const sent_at = '2026-11-21T20:01:00Z';
    const ran = anApproval({ id: 'apr_2', args, state: 'done', sent_at, ended_at: sent_at });
    await show(LINUX);
    world.approvals.set(new Map([['apr_1', anApproval({ args })]]));
    await settle();
    const link = () => element().querySelector('kenny-remedies a');
    expect(link()?.className).toContain('unelevated');
    world.approvals.update((all) => new Map([...all, ['apr_2', ran]]));
    await settle();
    expect(link()?.className).not.toMatch(/outlined|unelevated/);
    expect(element().textContent).toMatch(/The same ran .* ago/);
  });

  it('says why it was refused', async () => {
    world.callTool = () => Promise.reject(refusal('offline'));
    await show(LINUX);
    button(/Restart the print service/)?.click();
    await settle();
    expect(element().textContent).toContain('it is offline');
  });

  it('cannot be requested of a PC that is away', async () => {
    await show(LINUX, { online: false, overall: 'offline' });
    expect(button(/Restart the print service/)?.disabled).toBe(true);
  });
});
