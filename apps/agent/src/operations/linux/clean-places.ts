import { DAY_MS } from '@kenny/kernel';
import { localHomes, type Probe } from '../../collectors/index.js';
import type { Place, Places } from '../../platform/clean-places.js';

/** Programs may still use what they left there lately. */
const UNUSED_MS = 3 * DAY_MS;
/** Of the running system: gone with them, programs fail. */
const IN_USE =
  /^(?:\.(?:X11|ICE|XIM|font|Test)-unix|systemd-private-.*|snap-private-tmp|tmux-\d+)$/;
/** What a log was before it began anew, never the one that is written to. */
const ROTATED = /\.(?:\d{1,3}|old|gz|xz|bz2|zst)$|-\d{8}$|^(?:system|user-\d+)@.*\.journal~?$/;
const CHROMIUM = ['google-chrome', 'chromium', 'microsoft-edge', 'BraveSoftware/Brave-Browser'];

/** What may be emptied on Linux, for the machine and for everybody with a home on it. */
export async function linuxCleanPlaces({ files }: Pick<Probe, 'files'>): Promise<Places> {
  const { local } = await localHomes(files);
  const ofEach = (below: string, more: Omit<Place, 'folder'> = {}): Place[] =>
    local.map(({ home }) => ({ folder: `${home}/${below}`, ...more }));
  const old = { olderThanMs: UNUSED_MS, except: IN_USE };
  return {
    temp: [
      { folder: '/tmp', ...old },
      { folder: '/var/tmp', ...old },
    ],
    package_cache: [
      { folder: '/var/cache/apt/archives', only: /\.deb$/ },
      { folder: '/var/cache/dnf', only: /\.rpm$/ },
      { folder: '/var/cache/libdnf5', only: /\.rpm$/ },
      { folder: '/var/cache/zypp/packages', only: /\.rpm$/ },
    ],
    browser_cache: [
      ...ofEach('.cache/mozilla/firefox/*/cache2/entries'),
      ...CHROMIUM.flatMap((name) => ofEach(`.cache/${name}/*/Cache`)),
    ],
    thumbnails: ofEach('.cache/thumbnails'),
    trash: [...ofEach('.local/share/Trash/files'), ...ofEach('.local/share/Trash/info')],
    logs: [{ folder: '/var/log', only: ROTATED }],
    crash_dumps: [
      { folder: '/var/crash', only: /\.crash$/ },
      { folder: '/var/lib/systemd/coredump', only: /^core\./ },
    ],
  };
}
