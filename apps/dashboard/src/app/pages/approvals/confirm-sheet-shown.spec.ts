import { TestBed } from '@angular/core/testing';
import { REMEDIES, THRESHOLDS } from '@kenny/health';
import { aPc } from '../../../../test/a-pc';
import { anApproval } from '../../../../test/an-approval';
import { SheetWorld } from '../../../../test/sheet-world';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { SizesSeen } from '../../core/approvals/sizes-seen';
import { ApiError } from '../../core/http/api-error';

const MOVED = { section: 'disk', field: 'percent_used', warn: 95, crit: 97, by: 'Anna', at: '' };

describe('what the confirm sheet shows', () => {
  const world = SheetWorld.forEachTest();
  const { element, text, settle, show } = world;

  it('calls no PC removed before the fleet has arrived', async () => {
    world.fleetArrived.set(false);
    await show(anApproval());
    expect(text()).not.toContain('removed');
    world.fleetArrived.set(true);
    await settle();
    expect(text()).toContain('This PC was removed, or you may not see it.');
  });

  it('says near its top what changed since it was asked for, as text', async () => {
    world.changed = ["The PC's health went from OK to critical: <b>C:</b> is 97 % full."];
    await show(anApproval());
    const [first] = element().querySelectorAll('section');
    expect(first?.textContent).toMatch(/Since the request\s*The PC's health went.*<b>C:/);
  });

  it.each([
    [true, 'The same'],
    [undefined, 'Nearly the same'],
  ])('says who denied it before, when and why: the same is %s', async (same, words) => {
    const by = { kind: 'operator', id: 'ben', name: 'Ben' } as const;
    const at = '2026-11-21T19:48:00Z';
    const denied_before = {
      ...(same ? { same } : {}),
      approval_id: 'apr_0',
      at,
      by,
      reason: 'not <now>',
    };
    await show(anApproval({ state: 'denied', denied_before }));
    expect(text()).toMatch(new RegExp(`${words}\\s+was denied.*by\\s+Ben:\\s*not <now>`, 's'));
  });

  it('leads on to what else waits once this is decided, where the list is behind it', async () => {
    await show(anApproval({ state: 'denied' }));
    const next = () =>
      [...element().querySelectorAll('a')].find((one) => /Next request/.test(one.textContent));
    const store = TestBed.inject(ApprovalsStore);
    for (const seq of [2, 3]) {
      const approve_by = `2026-11-21T21:0${seq}:00Z`;
      store.know(anApproval({ id: `apr_${seq}`, seq, approve_by }));
    }
    await settle();
    expect(next()).toBeUndefined();
    world.fixture.componentRef.setInput('sticks', true);
    await settle();
    expect(next()?.textContent).toContain('Next request (2 left)');
    expect(next()?.getAttribute('href')).toBe('/approvals/apr_2');
    world.fixture.componentRef.setInput('approval', anApproval());
    await settle();
    expect(next()).toBeUndefined();
  });

  it('names what a clean-up empties, and how much that is where somebody has just looked', async () => {
    const cleanUp = anApproval({ tool: 'disk_clean', args: { targets: ['temp', 'trash'] } });
    await show(cleanUp);
    const named = [...element().querySelectorAll('[aria-label="Kinds of files"] li')];
    expect(named.map(({ textContent }) => textContent?.trim())).toEqual([
      'Temporary files',
      'Trash or Recycle Bin',
    ]);
    expect(text()).toContain('Exactly this will be deleted');
    expect(text()).not.toContain('About');
    TestBed.inject(SizesSeen).note('pc1', [
      { target: 'temp', bytes: 4e9 },
      { target: 'trash', bytes: 2e8 },
    ]);
    await settle();
    expect(text()).toMatch(/About 4\.2 GB\s*\(looked just now/);
  });

  it('keeps quiet about how much a clean-up frees once it was denied', async () => {
    const cleanUp = { tool: 'disk_clean', args: { targets: ['temp'] } } as const;
    await show(anApproval(cleanUp));
    TestBed.inject(SizesSeen).note('pc1', [{ target: 'temp', bytes: 4e9 }]);
    await settle();
    expect(text()).toMatch(/About 4 GB.*Temporary files · 4 GB/s);
    world.fixture.componentRef.setInput('approval', anApproval({ ...cleanUp, state: 'denied' }));
    await settle();
    expect(text()).not.toMatch(/4 GB/);
  });

  it('asks the PC by itself how much a clean-up frees, and names the folders', async () => {
    world.pc = aPc({ agent_id: 'pc1', meta: { hostname: 'k', os: 'windows', version: '1' } });
    const answers = [
      () => Promise.reject(new ApiError('timeout', 'It did not answer.', 'req-1')),
      () => Promise.resolve({ result: { targets: [{ target: 'temp', bytes: 4e9 }] } }),
    ];
    const read = jest.fn(() => answers.shift()?.() ?? Promise.reject(new Error('asked again')));
    world.read = read;
    world.catalog = () =>
      Promise.resolve({
        tools: [],
        thresholds: {},
        remedies: { disk: [{ tool: 'disk_clean', choose: { read: 'a_read' } }] },
      });
    await show(anApproval({ tool: 'disk_clean', args: { targets: ['temp'] } }));
    expect(read).toHaveBeenCalledWith('a_read', { agent_id: 'pc1', args: {} });
    expect(text()).toContain('How much that is could not be read.');
    world.button(/Try again/)?.click();
    await settle();
    expect(text()).toContain('About 4 GB');
    expect(text()).toMatch(/Temporary files · 4 GB\s+files in C:\\Windows\\Temp/);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['that the warning stays', 35e9, [], 'a warning (above 80 %)'],
    ['that it is enough', 110e9, [], null],
    ['so by the limits of that PC', 35e9, [MOVED], null],
  ])('tells before a clean-up %s', async (_what, free_bytes, limits, still) => {
    const total_bytes = 500e9;
    world.pc = aPc({ agent_id: 'pc1', limits: [...limits] });
    world.facts = { disk: { volumes: [{ mount: 'C:', total_bytes, free_bytes }] } };
    world.read = () => Promise.resolve({ result: { targets: [{ target: 'temp', bytes: 5e9 }] } });
    world.catalog = () =>
      Promise.resolve({
        tools: [],
        thresholds: THRESHOLDS,
        remedies: { disk: [{ tool: 'disk_clean', choose: { read: 'a_read' } }] },
      });
    await show(anApproval({ tool: 'disk_clean', args: { targets: ['temp'] } }));
    await settle();
    const percent = Math.round(((total_bytes - free_bytes - 5e9) / total_bytes) * 100);
    expect(text()).toContain(
      `C: would be about ${percent} % full${still ? `. That is still ${still}.` : ', which is fine.'}`,
    );
  });

  it('lists what an update of all apps would update, as the PC has said', async () => {
    const hostile = 'a<img src=x>';
    world.pc = aPc({ agent_id: 'pc1', meta: { hostname: 'k', os: 'windows', version: '1' } });
    world.facts = {
      app_updates: { packages: [{ id: 'A.B', name: hostile, version: '1', available: '2' }] },
    };
    world.catalog = () => Promise.resolve({ tools: [], thresholds: {}, remedies: REMEDIES });
    await show(anApproval({ tool: 'winget_update', args: {} }));
    await settle();
    expect(text()).toMatch(
      /Every app that has an update when it runs, also one that comes until then\.\s+The PC reported/,
    );
    const [row] = element().querySelectorAll('[aria-label="Apps with an update"] tbody tr');
    expect(row?.textContent.replaceAll(/\s+/g, ' ').trim()).toBe(`${hostile}12`);
    // Afterwards the PC has none left.
    world.facts = { app_updates: { packages: [] } };
    const ran = anApproval({ tool: 'winget_update', args: {}, state: 'done' });
    world.fixture.componentRef.setInput('approval', ran);
    await settle();
    expect(text()).toMatch(/Every app that had an update when it ran\.\s+The PC reported/);
    const [updated] = element().querySelectorAll('[aria-label="Updated apps"] tbody tr');
    expect(updated?.textContent.replaceAll(/\s+/g, ' ').trim()).toBe(`${hostile}12`);
    expect(text()).not.toMatch(/nothing to choose|first time/);
    world.fixture.componentRef.setInput(
      'approval',
      anApproval({ id: 'apr_2', tool: 'winget_update', args: { id: 'A.B' } }),
    );
    await settle();
    expect(text()).not.toContain('Every app that has an update');
  });

  it('asks the next PC as well where the one before has not answered', async () => {
    world.pc = aPc({ agent_id: 'pc1' });
    const asked: unknown[] = [];
    world.read = (_tool, body) => {
      asked.push(body);
      return Promise.reject(new ApiError('timeout', 'It did not answer.', 'req-1'));
    };
    world.catalog = () =>
      Promise.resolve({
        tools: [],
        thresholds: {},
        remedies: { disk: [{ tool: 'disk_clean', choose: { read: 'a_read' } }] },
      });
    const cleanUp = { tool: 'disk_clean', args: { targets: ['temp'] } } as const;
    await show(anApproval(cleanUp));
    world.fixture.componentRef.setInput(
      'approval',
      anApproval({ ...cleanUp, id: 'apr_2', agent_id: 'pc2' }),
    );
    await settle();
    expect(asked).toEqual(['pc1', 'pc2'].map((agent_id) => ({ agent_id, args: {} })));
  });

  it.each(['that has run', 'for somebody who may only view'])(
    'asks no PC about a clean-up %s',
    async (whose) => {
      world.mayRun = whose === 'that has run';
      world.pc = aPc({ agent_id: 'pc1' });
      world.read = () => Promise.reject(new Error('asked'));
      world.catalog = () =>
        Promise.resolve({
          tools: [],
          remedies: { disk: [{ tool: 'disk_clean', choose: { read: 'a_read' } }] },
        });
      const cleanUp = { tool: 'disk_clean', args: { targets: ['temp'] } } as const;
      await show(anApproval({ ...cleanUp, state: world.mayRun ? 'done' : 'pending' }));
      expect(text()).not.toContain('could not be read');
    },
  );

  it('says what to look at twice, before the call itself', async () => {
    await show(anApproval({ look_twice: [{ id: 'restarts', line: 'Restarts this PC' }] }));
    const twice = element().querySelector('[aria-label="Look twice"]');
    expect(twice?.textContent).toContain('Restarts this PC');
    expect(text().indexOf('Look twice')).toBeLessThan(text().indexOf('echo one'));
  });

  it('says which sensitive reads came before it', async () => {
    const name = 'fs_list@pc2 (a name in command)';
    await show(anApproval({ tainted_by: ['fs_read@pc1', name, '<b>kenny</b> (earlier)'] }));
    const read = [...element().querySelectorAll('[aria-label="Read before"] li')];
    expect(read.map(({ textContent }) => textContent?.trim())).toEqual([
      'Read a file on Mum’s laptop',
      'List a folder on pc2 (Command has a name from it)',
      '<b>kenny</b> (earlier)',
    ]);
  });

  it('says in a sentence what the call does, then why, then what exactly will run', async () => {
    const hints = { destructive: true, idempotent: false, openWorld: true };
    const tools = [{ name: anApproval().tool, description: 'Words for a model.', hints }];
    world.catalog = () => Promise.resolve({ tools });
    await show(anApproval({ args: { command: 'reboot' }, reason: 'The \u202eprinter is stuck.' }));
    const order = [
      'Restarts Mum’s laptop. Work that is not saved there may be lost.',
      ...['Why:', 'printer is stuck', 'written by desk', 'Asked by desk over MCP'],
      'Exactly this will run',
      'May lose work that is not saved · deletes nothing · a second run means a second restart',
      ...['Safety check', 'Approving runs exactly this'],
    ].map((words) => text().indexOf(words));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(text()).not.toContain('\u202e');
    expect(text()).not.toContain('Words for a model');
  });

  describe('of what the call costs', () => {
    const RISKY = { destructive: true, idempotent: false, openWorld: true };
    const known = (name: string, hints = RISKY, effect = 'change') => {
      const tool = { name, hints, effect };
      world.catalog = () => Promise.resolve({ tools: [tool], remedies: REMEDIES });
    };
    const meta = { hostname: 'x', os: 'windows', version: '0.1.0' } as const;
    const said = async (tool: string, args: Record<string, unknown>, more = {}) => {
      await show(anApproval({ tool, args, ...more }));
      return element().querySelector('.does-it')?.textContent?.replace(/\s+/g, ' ') ?? '';
    };

    it('says what a plain command does, and that every script is high risk', async () => {
      known('powershell_exec');
      const words = await said('powershell_exec', { script: 'Restart-Service Spooler' });
      expect(words).toMatch(
        /^High risk ?Deletes nothing · a second run means a second restart · does not use the internet/,
      );
      expect(words).toContain('Every script that is not kenny’s own counts as high risk');
      expect(words).not.toContain('In general');
    });

    it('says what a fix of ours does', async () => {
      known('powershell_exec');
      world.pc = aPc({ meta });
      const script = 'Dism.exe /Online /Cleanup-Image /StartComponentCleanup';
      const words = await said('powershell_exec', { script, timeout_s: 600 });
      expect(words).toMatch(/^High risk ?Deletes replaced updates: .* · does not use the internet/);
      expect(words).toContain('is high risk when something may be lost by it, as here.');
      expect(words).not.toContain('Every script');
    });

    it('promises nothing of any other script, and names no reason beside what to look at', async () => {
      known('shell_exec');
      const look_twice = [{ id: 'restarts', line: 'Restarts this PC' }];
      const words = await said('shell_exec', { command: 'reboot; rm -r x' }, { look_twice });
      expect(words).toContain('In general: may overwrite or delete · running it again may change');
      expect(words).not.toContain('Every script');
    });

    it('says of any other tool what it does and what it leaves', async () => {
      known('disk_clean', { destructive: true, idempotent: true, openWorld: false });
      const words = await said('disk_clean', { targets: ['temp'] }, { risk: 'medium' });
      expect(words).toContain(
        'Deletes what is named above, for good · running it again does no harm',
      );
    });

    it('says of a read that it changes nothing', async () => {
      known('fs_read', RISKY, 'read');
      const words = await said('fs_read', { path: '/a' }, { kind: 'read', risk: 'low' });
      expect(words).toMatch(/^May read ?Reads private data, changes nothing/);
    });
  });

  it('keeps the names and numbers of the wire for those who look for them', async () => {
    await show(anApproval({ args: { command: 'ls', timeout_s: 30 } }));
    expect(text()).toContain('Time limit: 30 s');
    expect(element().querySelector('section[aria-label^="Exactly"]')?.textContent).not.toMatch(
      /_s/,
    );
    const details = element().querySelector('details');
    if (!details) throw new Error('there are no details');
    Object.assign(details, { open: true }).dispatchEvent(new Event('toggle'));
    await settle();
    for (const words of ['shell_exec', 'pc1', '"timeout_s": 30', 'a'.repeat(64), 'apr_1']) {
      expect(details.textContent).toContain(words);
    }
  });

  it('has the ID of the request among them, and not with what came of it', async () => {
    await show(anApproval({ state: 'done', call_id: 'call-7', outcome: { result: {} } }));
    const details = [...element().querySelectorAll('details')].at(-1);
    if (!details) throw new Error('there are no details');
    expect(text()).not.toContain('call-7');
    Object.assign(details, { open: true }).dispatchEvent(new Event('toggle'));
    await settle();
    expect(details.textContent).toMatch(/Request ID\s*call-7/);
  });

  it('says that the safety check passed, without a count of rules that nobody can compare', async () => {
    await show(anApproval());
    expect(text()).toContain('no longer has a tool with this name');
    expect(text()).toContain('Passed: no rule blocks it');
    expect(text()).not.toContain('39');
  });

  it('hides nothing that could not be asked for, and asks again', async () => {
    const refused = () => Promise.reject(new ApiError('internal', 'the disk is full', null));
    [world.judged, world.catalog, world.past] = [refused, refused, refused];
    await show(anApproval());
    for (const what of [
      'What the safety check says',
      'What this tool may do',
      'What ran here before',
    ])
      expect(text()).toContain(`${what} could not be loaded`);
    world.judged = () => Promise.resolve({ blocked: true, rules: 39, reason: 'deletes a home' });
    [...element().querySelectorAll('kenny-missing')]
      .find(({ textContent }) => textContent?.includes('safety check'))
      ?.querySelector('button')
      ?.click();
    await settle(1);
    expect(text()).toContain('Blocked: deletes a home');
  });
});
