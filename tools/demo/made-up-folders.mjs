/** What lies on a made-up disk: shares of what people keep there, and what a clean-up would free. */

const OWN = {
  windows: {
    'Users/demo/Videos': 0.44,
    'Users/demo/Pictures': 0.25,
    'Users/demo/Downloads': 0.12,
    'Users/demo/Documents': 0.04,
    Windows: 0.08,
    'Program Files': 0.07,
  },
  linux: {
    'home/demo/Videos': 0.5,
    'home/demo/Music': 0.2,
    'home/demo/Documents': 0.1,
    usr: 0.15,
    'var/lib': 0.05,
  },
};
const CLEANED = {
  windows: {
    trash: '$Recycle.Bin',
    update_cache: 'Windows/SoftwareDistribution',
    temp: 'Windows/Temp',
    browser_cache: 'Users/demo/AppData',
  },
  linux: {
    trash: 'home/demo/.local',
    package_cache: 'var/cache',
    logs: 'var/log',
  },
};

/**
 * The answer to `fs_folder_sizes`.
 * @param used - bytes in use on the disk
 * @param cleanable - of these, what may go: `{target, bytes}`
 */
export function madeUpFolders(os, path, used, cleanable) {
  const own = Math.max(0, used - cleanable.reduce((sum, { bytes }) => sum + bytes, 0));
  const leaves = [
    ...Object.entries(OWN[os]).map(([at, share]) => [at, own * share]),
    ...cleanable.map(({ target, bytes }) => [CLEANED[os][target], bytes]),
  ];
  const above = path
    .replace(/^[A-Z]:/i, '')
    .split(/[\\/]/)
    .filter(Boolean);
  const sizes = new Map();
  let files = 0;
  for (const [at, bytes] of leaves) {
    const parts = at.split('/');
    if (!above.every((part, index) => parts[index]?.toLowerCase() === part.toLowerCase())) continue;
    const name = parts[above.length];
    if (name === undefined) files += bytes;
    else sizes.set(name, (sizes.get(name) ?? 0) + bytes);
  }
  const folders = [...sizes].map(([name, bytes]) => ({ name, bytes: Math.round(bytes) }));
  return { folders: folders.sort((a, b) => b.bytes - a.bytes), files_bytes: Math.round(files) };
}
