import { judgePath } from '../paths/judge-path.js';
import { followLinks } from './follow-links.js';

/** A file system of links alone; whoever touches another machine is found out. */
function world(links: Readonly<Record<string, string>>) {
  const touched: string[] = [];
  const reader = {
    isLink: (path: string) => {
      touched.push(path);
      return Promise.resolve(path in links);
    },
    target: (path: string) => Promise.resolve(links[path] ?? ''),
  };
  const judge = (path: string) => {
    const verdict = judgePath(path, 'windows');
    if (verdict.blocked) throw new Error(verdict.rule_id);
  };
  const follow = (path: string) => followLinks(path, 'windows', reader, judge);
  return { follow, touched };
}

describe('following links on Windows', () => {
  it.each([
    [
      'a link to a share',
      String.raw`C:\open\x`,
      { [String.raw`C:\open`]: String.raw`\\evil\share` },
    ],
    [
      'a verbatim share',
      String.raw`C:\open`,
      { [String.raw`C:\open`]: String.raw`\\?\UNC\evil\s` },
    ],
    ['a device', String.raw`C:\open`, { [String.raw`C:\open`]: String.raw`\\.\pipe\x` }],
    [
      'a link behind a link',
      String.raw`C:\a\x`,
      { [String.raw`C:\a`]: String.raw`D:\b`, [String.raw`D:\b`]: String.raw`\\evil\share` },
    ],
  ])('touches no other machine: %s', async (_, path, links) => {
    const { follow, touched } = world(links);
    await expect(follow(path)).rejects.toThrow('path_network_or_device');
    expect(touched.filter((one) => !/^[CD]:/.test(one))).toEqual([]);
  });

  it('judges each place on the way', async () => {
    const { follow } = world({ [String.raw`C:\a`]: String.raw`C:\Users\anna\.ssh` });
    await expect(follow(String.raw`C:\a\notes`)).rejects.toThrow('path_key_folder');
  });

  it('goes where harmless links lead, relative ones too', async () => {
    const { follow } = world({
      [String.raw`C:\data\now`]: String.raw`..\store\2026`,
      [String.raw`C:\store`]: String.raw`D:\store`,
    });
    expect(await follow(String.raw`C:\data\now\a.txt`)).toBe(String.raw`D:\store\2026\a.txt`);
  });

  it('ends in a circle', async () => {
    const { follow } = world({ [String.raw`C:\a`]: String.raw`C:\a` });
    await expect(follow(String.raw`C:\a`)).rejects.toMatchObject({ code: 'ELOOP' });
  });
});
