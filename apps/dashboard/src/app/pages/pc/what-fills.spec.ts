import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { TO_LOOK } from '../../core/navigation/sent-along';
import { aPc } from '../../../../test/a-pc';
import { anApproval } from '../../../../test/an-approval';
import { PcPageWorld, HOSTILE, refusal, section } from '../../../../test/pc-page-world';

const META = { hostname: 'x', os: 'windows', arch: 'x86_64', version: '0.1.0' } as const;

describe('what fills a disk', () => {
  const world = PcPageWorld.forEachTest();
  const { element, button, settle, open, text } = world;
  let asked: unknown[];
  const rows = () =>
    [...element().querySelectorAll('kenny-what-fills li')].map((one) =>
      (one.textContent ?? '').replace(/\s+/g, ' ').trim(),
    );
  const press = async (name: RegExp) => {
    button(name)?.click();
    await settle();
  };
  const folders: Record<string, object> = {
    'C:\\': {
      folders: [
        { name: 'Users', bytes: 300e9 },
        { name: '$Recycle.Bin', bytes: 60e9, partial: true },
      ],
      files_bytes: 40e9,
    },
    'C:\\Users': {
      folders: [
        { name: HOSTILE, bytes: 290e9 },
        { name: 'Public', bytes: 10e9 },
      ],
      files_bytes: 0,
    },
    [`C:\\Users\\${HOSTILE}`]: {
      folders: [
        { name: 'Videos', bytes: 200e9 },
        { name: 'Pictures', bytes: 90e9 },
      ],
      files_bytes: 0,
    },
  };

  beforeEach(() => {
    asked = [];
    const pc = aPc({ meta: META, sections: [section('disk', 'crit', 'C: is 96 % full')] });
    world.live = pc;
    world.agent = () => Promise.resolve(pc);
    world.snapshot = {
      disk: {
        volumes: [
          { mount: 'D:', percent_used: 12 },
          { mount: 'C:', percent_used: 96 },
        ],
      },
    };
    world.callTool = (tool, body) => {
      asked.push([tool, body]);
      const { path } = (body as { args: { path: string } }).args;
      return Promise.resolve({ call_id: 'c', result: folders[path] });
    };
  });

  it('is added up when somebody asks, the fullest drive first, each folder opened in its place', async () => {
    await open();
    const offered = [...element().querySelectorAll('kenny-what-fills button')];
    expect(offered.map((one) => one.textContent.trim())).toEqual([
      'See what fills C:',
      'See what fills D:',
    ]);
    expect(asked).toEqual([]);
    await press(/See what fills C:/);
    expect(asked).toEqual([['fs_folder_sizes', { agent_id: 'pc1', args: { path: 'C:\\' } }]]);
    expect(rows()).toEqual([
      expect.stringMatching(/^Users 300(\.0)? GB · 75 %$/),
      expect.stringMatching(/^Recycle Bin at least 60(\.0)? GB · 15 %$/),
      expect.stringMatching(/^Files directly in it 40(\.0)? GB · 10 %$/),
    ]);
    // The card says beside it how full the whole disk is.
    expect(element().textContent).toContain('Each with its share of what is used.');
    await press(/^\s*Users/);
    const into = (path: string) => ['fs_folder_sizes', { agent_id: 'pc1', args: { path } }];
    expect(asked[1]).toEqual(into('C:\\Users'));
    expect(element().textContent).toContain('Each with its share of this folder.');
    expect(element().querySelector('kenny-what-fills img, kenny-what-fills script')).toBeNull();
    await press(/^\s*C:\s*$/);
    expect(rows()[0]).toContain('Users');
    await press(/^\s*All drives/);
    expect([button(/See what fills D:/)?.disabled, rows()]).toEqual([false, []]);
  });

  it('goes on into a folder that holds nearly all of it, and stays where somebody goes back', async () => {
    await open();
    await press(/See what fills C:/);
    await press(/^\s*Users/);
    expect(asked).toHaveLength(3);
    expect(rows()[0]).toMatch(/^Videos/);
    await press(/^\s*Users/);
    expect(asked).toHaveLength(4);
    expect(rows().at(-1)).toMatch(/^Public/);
  });

  it('is not added up for whoever opens the check', async () => {
    await open({ check: 'disk' });
    expect(asked).toEqual([]);
  });

  it('is added up at once for whoever pressed a button that says so', async () => {
    await open({ check: 'disk' }, TO_LOOK);
    expect(asked).toHaveLength(1);
    expect(rows()).toHaveLength(3);
  });

  it('stays while reports arrive', async () => {
    await open({ check: 'disk' }, TO_LOOK);
    world.pushed.set(aPc({ ...world.live, received_at: new Date().toISOString() }));
    await settle();
    expect([asked.length, rows().length]).toEqual([1, 3]);
  });

  it('says that it is not all, and then no shares', async () => {
    world.callTool = () =>
      Promise.resolve({
        call_id: 'c',
        result: { folders: [{ name: 'Users', bytes: 3e9 }], files_bytes: 0, truncated: true },
      });
    await open({ check: 'disk' }, TO_LOOK);
    expect(rows()).toEqual([expect.stringMatching(/^Users 3(\.0)? GB$/)]);
    expect(text()).toContain('Not all of it could be measured');
  });

  it('is that of the PC on the page, whatever comes late from another', async () => {
    let late: (value: unknown) => void = () => undefined;
    world.callTool = () => new Promise((resolve) => (late = resolve));
    await open({ check: 'disk' }, TO_LOOK);
    expect(text()).toContain('Adding up what lies there');
    world.live = aPc({ ...world.live, agent_id: 'pc2' });
    const other = world.live;
    world.agent = () => Promise.resolve(other);
    world.pushed.set(other);
    world.fixture.componentRef.setInput('id', 'pc2');
    await settle();
    late({ call_id: 'c', result: folders['C:\\'] });
    await settle();
    expect(text()).not.toContain('Adding up what lies there');
    expect(rows()).toEqual([]);
    expect(button(/See what fills C:/)?.disabled).toBe(false);
  });

  it('is not asked of a PC that is offline', async () => {
    world.live = aPc({ ...world.live, online: false });
    const pc = world.live;
    world.agent = () => Promise.resolve(pc);
    await open({ check: 'disk' }, TO_LOOK);
    expect(asked).toEqual([]);
    expect(button(/See what fills C:/)?.disabled).toBe(true);
  });

  it('says why not, and leads to the sheet where even reads are asked about', async () => {
    world.callTool = () => Promise.reject(refusal('unsupported'));
    await open();
    await press(/See what fills C:/);
    expect(text()).toContain('it is unsupported');
    world.approval = anApproval({ id: 'apr_1' });
    world.callTool = () => Promise.resolve({ approval: world.approval });
    const navigate = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    await press(/Try again/);
    expect(navigate.mock.calls[0]?.[0]).toEqual(['/approvals', 'apr_1']);
  });
});
