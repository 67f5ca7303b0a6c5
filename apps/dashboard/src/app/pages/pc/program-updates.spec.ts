import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { aPc } from '../../../../test/a-pc';
import { anApproval } from '../../../../test/an-approval';
import { HOSTILE, PcPageWorld, refusal, section } from '../../../../test/pc-page-world';

const LINUX = { hostname: 'x', os: 'linux', arch: 'x86_64', version: '0.1.0' } as const;
const WINDOWS = { ...LINUX, os: 'windows' } as const;
const FIREFOX = { id: 'Mozilla.Firefox', name: 'Firefox', version: '128.0', available: '129.0' };

describe('programs that have an update', () => {
  const world = PcPageWorld.forEachTest();
  const { element, text, button, settle, open } = world;
  const rows = () =>
    [...element().querySelectorAll('kenny-program-updates tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent.replace(/\s+/g, ' ').trim()),
    );
  const show = async (
    packages: unknown,
    { meta = WINDOWS, status = 'warn', ...more }: Record<string, unknown> = {},
  ) => {
    const updates = section('app_updates', status as 'warn', '1 app can be updated');
    const pc = aPc({ meta: meta as typeof WINDOWS, sections: [updates], ...more });
    world.live = pc;
    world.agent = () => Promise.resolve(pc);
    world.snapshot = { app_updates: { status: 'ok', summary: '', available: 1, packages } };
    await open();
  };

  it('have a button each, and what is installed beside what there is', async () => {
    await show([FIREFOX, { ...FIREFOX, id: 'a.b', available: null }]);
    expect(rows()).toEqual([['Firefox', '128.0', '129.0', 'Update… Firefox']]);
    expect(button(/Update apps/)).toBeTruthy();
    expect(element().querySelectorAll('kenny-facts table')).toHaveLength(0);
  });

  it('are requested one by one with exactly that program, and decided on the sheet', async () => {
    const asked: unknown[] = [];
    const approval = anApproval({ id: 'apr_1' });
    world.approval = approval;
    world.callTool = (...call) => {
      asked.push(call.slice(0, 2));
      return Promise.resolve({ approval });
    };
    await show([FIREFOX]);
    const navigate = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    button(/Update… Firefox/)?.click();
    await settle();
    const body = { agent_id: 'pc1', args: { id: 'Mozilla.Firefox' }, reason: 'Update Firefox' };
    expect(asked).toEqual([['winget_update', body]]);
    expect(navigate).toHaveBeenCalledWith(['/approvals', 'apr_1'], {
      info: { justAsked: 'apr_1' },
    });
  });

  it('show a request that waits already in place of the button', async () => {
    await show([FIREFOX]);
    const request = anApproval({ tool: 'winget_update', args: { id: 'Mozilla.Firefox' } });
    world.approvals.set(new Map([['apr_1', request]]));
    await settle();
    expect(button(/Update… Firefox/)).toBeUndefined();
    const link = element().querySelector('kenny-program-updates a');
    expect(link?.getAttribute('href')).toBe('/approvals/apr_1');
  });

  it('say why it was refused', async () => {
    world.callTool = () => Promise.reject(refusal('offline'));
    await show([FIREFOX]);
    button(/Update… Firefox/)?.click();
    await settle();
    expect(text()).toContain('it is offline');
  });

  it('cannot be updated alone where the id is not whole, nor while the PC is away', async () => {
    await show([{ ...FIREFOX, id: 'Mozilla.Fire…' }, FIREFOX], { online: false });
    expect(rows()[0]?.[3]).toBe('only together with the others');
    expect(button(/Update… Firefox/)?.disabled).toBe(true);
  });

  it('on Linux are listed with what a person types there', async () => {
    await show([FIREFOX], { meta: LINUX });
    expect(rows()).toEqual([['Firefox', '128.0', '129.0']]);
    expect(text()).toContain('sudo apt upgrade');
    expect(button(/Update/)).toBeUndefined();
  });

  it('are text, whatever a PC sends, and are folded where there are many', async () => {
    await show([
      ...[null, 'x', { id: 5, available: '1' }, { id: 'a', available: '' }],
      { id: HOSTILE, name: HOSTILE, version: null, available: HOSTILE },
      ...Array.from({ length: 30 }, (_, at) => ({ ...FIREFOX, id: `a.b${at}` })),
    ]);
    expect(element().querySelector('img, script')).toBeNull();
    expect(rows()).toHaveLength(10);
    button(/Show 21 more/)?.click();
    await settle();
    expect(rows()).toHaveLength(31);
  });

  it('stand in the check that is fine, too', async () => {
    await show([FIREFOX], { status: 'ok' });
    button(/App updates/)?.click();
    await settle();
    expect(rows()).toHaveLength(1);
  });
});
