import { DAY_MS, systemClock } from '@kenny/kernel';
import { PRIVATE_MARKER, type CleanTarget } from '@kenny/contract/agent';
import { FakeClock } from '@kenny/testing';
import { mkdir, readdir, stat, symlink, utimes, writeFile, link } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../../test/temporary-folder.js';
import type { Place, Places } from '../../platform/clean-places.js';
import { diskClean, diskCleanable } from './disk-clean.js';

const never = new AbortController().signal;
const context = { signal: never, deadlineMs: 60_000 };

describe('freeing space', () => {
  const folder = temporaryFolder();
  const at = (...names: string[]) => join(folder.path, ...names);
  const file = async (path: string, bytes = 8_192) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, Buffer.alloc(bytes, 1));
    return path;
  };
  const trash = (more: Partial<Place> = {}): Places => ({
    trash: [{ folder: at('trash'), ...more }],
  });
  const clean = (places: Places, targets: CleanTarget[] = ['trash'], clock = systemClock) =>
    diskClean(() => Promise.resolve(places), clock)({ targets }, context);
  const measure = (places: Places) =>
    diskCleanable(() => Promise.resolve(places), systemClock)({}, context);
  const names = async (...below: string[]) => (await readdir(at(...below))).sort();

  it('measures what it would delete, and deletes what it has measured; the folder stays', async () => {
    await file(at('trash', 'a'));
    await file(at('trash', 'deep', 'er', 'b'));
    await file(at('other', 'c'));
    const { targets } = await measure(trash());
    expect(targets).toEqual([{ target: 'trash', bytes: 16_384, files: 2, partial: false }]);
    expect(await clean(trash())).toEqual({
      freed_bytes: 16_384,
      targets: [{ target: 'trash', freed_bytes: 16_384, deleted: 2, kept: 0, problems: [] }],
    });
    expect([await names('trash'), await names('other')]).toEqual([[], ['c']]);
    expect((await measure(trash())).targets).toEqual([]);
  });

  it('takes a link away and leaves what it leads to, a file as well as a folder', async () => {
    await file(at('kept', 'a'));
    await mkdir(at('trash'));
    await symlink(at('kept'), at('trash', 'folder'));
    await symlink(at('kept', 'a'), at('trash', 'file'));
    await clean(trash());
    expect([await names('trash'), await names('kept')]).toEqual([[], ['a']]);
  });

  it('goes through no link on the way to a place', async () => {
    await file(at('kept', 'trash', 'a'));
    await symlink(at('kept'), at('home'));
    const places: Places = { trash: [{ folder: at('home', 'trash') }] };
    expect((await measure(places)).targets).toEqual([]);
    const { targets } = await clean(places);
    expect(targets[0]).toMatchObject({ deleted: 0, kept: 1 });
    expect(targets[0]?.problems[0]).toMatch(/home.*: E(?:LOOP|NOTDIR)/);
    expect(await names('kept', 'trash')).toEqual(['a']);
  });

  it('refuses a target that this system does not have, and deletes nothing then', async () => {
    await file(at('trash', 'a'));
    await expect(clean(trash(), ['trash', 'update_cache'])).rejects.toMatchObject({
      code: 'bad_args',
    });
    expect(await names('trash')).toEqual(['a']);
  });

  it('keeps what has another name, what was used lately and what is in the way of nobody', async () => {
    await file(at('trash', 'x.log'));
    await file(at('trash', 'x.log.1'));
    await file(at('trash', 'sub', 'y.log.1'));
    await clean(trash({ only: /\.1$/ }));
    expect([await names('trash')]).toEqual([['x.log']]);

    await file(at('trash', 'in-use', 'b'));
    await clean(trash({ except: /^in-use$/, only: /b$/ }));
    expect(await names('trash')).toEqual(['in-use', 'x.log']);

    const clock = new FakeClock();
    clock.advance(Date.now() + DAY_MS - clock.now());
    await clean(trash({ olderThanMs: 2 * DAY_MS }), ['trash'], clock);
    expect(await names('trash')).toEqual(['in-use', 'x.log']);
    clock.advance(2 * DAY_MS);
    await clean(trash({ olderThanMs: 2 * DAY_MS }), ['trash'], clock);
    expect(await names('trash')).toEqual([]);
  });

  it('does not take a file for old whose times somebody set back', async () => {
    const path = await file(at('trash', 'a'));
    await utimes(path, 1, 1);
    await clean(trash({ olderThanMs: DAY_MS }));
    expect(await names('trash')).toEqual(['a']);
  });

  it('leaves folders alone where others may write to them', async () => {
    await file(at('trash', 'a'));
    await file(at('trash', 'theirs', 'b'));
    await clean(trash({ flat: true }));
    expect(await names('trash')).toEqual(['theirs']);
  });

  it('leaves what kenny keeps for itself', async () => {
    await file(at('trash', 'own', PRIVATE_MARKER));
    await file(at('trash', 'own', 'key'));
    await clean(trash());
    expect(await names('trash', 'own')).toHaveLength(2);
  });

  it('finds places in every folder that a star stands for, and not behind a link', async () => {
    await file(at('home', 'one', 'cache', 'a'));
    await file(at('home', 'two', 'cache', 'b'));
    await file(at('elsewhere', 'cache', 'c'));
    await symlink(at('elsewhere'), at('home', 'three'));
    const { targets } = await clean({ trash: [{ folder: at('home', '*', 'cache') }] });
    expect(targets[0]).toMatchObject({ deleted: 2 });
    expect(await names('elsewhere', 'cache')).toEqual(['c']);
  });

  it('counts nothing as freed that has another name elsewhere', async () => {
    const path = await file(at('kept', 'a'));
    await mkdir(at('trash'));
    await link(path, at('trash', 'a'));
    expect((await clean(trash())).freed_bytes).toBe(0);
    expect((await stat(path)).nlink).toBe(1);
  });

  it('says so when its time ran out, and ends when it is cancelled', async () => {
    await file(at('trash', 'a'));
    const late = { ...context, deadlineMs: 0 };
    const done = await diskClean(() => Promise.resolve(trash()), systemClock)(
      { targets: ['trash'] },
      late,
    );
    expect(done.targets[0]?.problems).toEqual(['time ran out; ask again for the rest']);
    const signal = AbortSignal.abort(new Error('cancelled'));
    const ended = diskClean(() => Promise.resolve(trash()), systemClock)(
      { targets: ['trash'] },
      { ...context, signal },
    );
    await expect(ended).rejects.toThrow('cancelled');
    expect(await names('trash')).toEqual(['a']);
  });
});
