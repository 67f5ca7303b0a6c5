import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { aPc } from '../../../../test/a-pc';
import { anApproval } from '../../../../test/an-approval';
import { SizesSeen } from '../../core/approvals/sizes-seen';
import { PcPageWorld, refusal, section } from '../../../../test/pc-page-world';

const META = { hostname: 'x', os: 'linux', arch: 'x86_64', version: '0.1.0' } as const;

describe('freeing space of a full disk', () => {
  const world = PcPageWorld.forEachTest();
  const { element, button, settle, open, text } = world;
  const approval = anApproval({ id: 'apr_1' });
  let asked: unknown[];
  const boxes = () => [...element().querySelectorAll<HTMLInputElement>('kenny-free-space input')];
  const press = async (name: RegExp) => {
    button(name)?.click();
    await settle();
  };

  beforeEach(async () => {
    asked = [];
    const pc = aPc({ meta: META, sections: [section('disk', 'crit', '/ is 96 % full')] });
    world.live = pc;
    world.agent = () => Promise.resolve(pc);
    world.snapshot = { disk: { volumes: [{ mount: '/', percent_used: 96 }] } };
    const targets = [
      { target: 'thumbnails', bytes: 5e6, files: 9, partial: false },
      { target: 'trash', bytes: 2e9, files: 3, partial: true },
      { target: 'registry', bytes: 9e9, files: 1, partial: false },
    ];
    world.callTool = (tool, body) => {
      asked.push([tool, body]);
      return Promise.resolve(
        tool === 'disk_cleanable' ? { call_id: 'c', result: { targets } } : { approval },
      );
    };
    world.approval = approval;
    await open();
  });

  it('reads the sizes first, largest first, and ticks nothing by itself', async () => {
    await press(/Free up space/);
    expect(asked).toEqual([['disk_cleanable', { agent_id: 'pc1', args: {} }]]);
    const offered = [...element().querySelectorAll('kenny-free-space mat-checkbox')];
    expect(offered.map((one) => one.textContent.trim())).toEqual([
      expect.stringMatching(
        /^Trash or Recycle Bin · at least 2(?:\.0)? GB\s+everybody’s ~\/\.local\/share\/Trash$/,
      ),
      expect.stringMatching(/^Thumbnails · 5(?:\.0)? MB\s+everybody’s ~\/\.cache\/thumbnails$/),
    ]);
    expect(boxes().some(({ checked }) => checked)).toBe(false);
    expect(button(/Choose what to delete/)?.disabled).toBe(true);
  });

  it('requests what is ticked, in one call that is decided on the sheet', async () => {
    await press(/Free up space/);
    const navigate = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    boxes()[0]?.click();
    await settle();
    await press(/^\s*Ask to free 2/);
    const body = { agent_id: 'pc1', args: { targets: ['trash'] }, reason: 'Free up space' };
    expect(asked.at(-1)).toEqual(['disk_clean', body]);
    expect(navigate).toHaveBeenCalledWith(['/approvals', 'apr_1'], {
      info: { justAsked: 'apr_1' },
    });
    expect(TestBed.inject(SizesSeen).of('pc1', ['trash', 'thumbnails'])?.bytes).toBe(2_005_000_000);
    // The look names what has something in it.
    expect(TestBed.inject(SizesSeen).of('pc1', ['trash', 'temp'])?.bytes).toBe(2_000_000_000);
  });

  it('is the main button until something of it waits for approval, which is not asked for twice', async () => {
    expect(button(/Free up space…/)?.className).toContain('unelevated');
    const waiting = anApproval({ tool: 'disk_clean', args: { targets: ['trash'] } });
    world.approvals.set(new Map([['apr_1', waiting]]));
    await settle();
    expect(button(/Choose more to delete…/)?.className).not.toMatch(/outlined|unelevated/);
    const review = element().querySelector('kenny-remedies a[href="/approvals/apr_1"]');
    expect(review?.className).toContain('unelevated');
    await press(/Choose more to delete…/);
    const [trash, thumbnails] = boxes();
    expect([trash?.disabled, thumbnails?.disabled]).toEqual([true, false]);
    const offered = [...element().querySelectorAll('kenny-free-space mat-checkbox')];
    expect(offered.map((one) => one.textContent.includes('waits for approval'))).toEqual([
      true,
      false,
    ]);
  });

  it('says that a place waits for approval without a dot after it, where nobody knows its folder', async () => {
    const pc = aPc({ meta: { ...META, os: 'windows' }, sections: world.live?.sections ?? [] });
    world.pushed.set(pc);
    const waiting = anApproval({ tool: 'disk_clean', args: { targets: ['trash', 'thumbnails'] } });
    world.approvals.set(new Map([['apr_1', waiting]]));
    await settle();
    await press(/Choose more to delete…/);
    const said = [...element().querySelectorAll('kenny-free-space mat-checkbox .dim')];
    expect(said.map((one) => one.textContent.trim())).toEqual([
      'waits for approval',
      'waits for approval',
    ]);
  });

  it('says why the PC does not tell its sizes', async () => {
    world.callTool = () => Promise.reject(refusal('unsupported'));
    await press(/Free up space/);
    expect(text()).toContain('it is unsupported');
  });
});
