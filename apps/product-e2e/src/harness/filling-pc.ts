import type { ModelAnswer } from '@kenny/testing';
import { Pc } from './pc.js';
import type { World } from './world.js';

/** What lies in the home folders, in MiB of a disk of 20 GiB. */
const FOLDERS = {
  'mum/Videos/2019-raw': 8_600,
  'mum/Videos/2023-wedding': 3_600,
  'mum/Pictures': 4_900,
  'mum/Documents': 2_390,
} as const;
/** Goes when it is cleaned up: 97 % before, 54 % after. */
const OLD_VIDEOS = '/home/mum/Videos/2019-raw';

/** Of memory as long as nobody writes into it: files have their size and no content. */
const MAKE = `set -e
truncate -s 20G /tmp/disk.img
mkfs.ext4 -q -F -m 0 -O ^has_journal -E lazy_itable_init=1 /tmp/disk.img
mount -o loop,noinit_itable /tmp/disk.img /home
`;

/** A Linux PC whose home folders have a disk of their own, a real one, that is nearly full. */
export async function fillingPc(world: World, name: string): Promise<Pc> {
  const pc = await Pc.start(world, name);
  const fill = Object.entries(FOLDERS).map(
    ([folder, mebibytes]) =>
      `mkdir -p /home/${folder} && fallocate -l ${mebibytes}M /home/${folder}/all.bin`,
  );
  await pc.does(MAKE + fill.join('\n'));
  return pc;
}

/** What a model would say to "Why is the disk full?" on this PC. */
export const FULL_DISK_ANSWERS: readonly ModelAnswer[] = [
  {
    text: 'I look at the disk.',
    calls: [
      { id: 'toolu_usage', name: 'fs_disk_usage', args: {} },
      { id: 'toolu_list', name: 'fs_list', args: { path: '/home/mum/Videos' } },
    ],
  },
  {
    text: `The home folders are **97 % full**. Nearly half of it is one film, as it came out of the camera:

| Folder | Size |
| --- | --- |
| Videos/2019-raw | 9.0 GB |
| Pictures | 5.1 GB |
| Videos/2023-wedding | 3.8 GB |
| Documents | 2.5 GB |

Without it, about half of \`/home\` is free.`,
    chunkSize: 12,
    calls: [
      {
        id: 'toolu_remove',
        name: 'shell_exec',
        args: {
          command: `rm -r ${OLD_VIDEOS}\ndf -h /home`,
          reason: 'The raw film of 2019 was cut long ago.',
        },
      },
    ],
  },
  { text: 'Done: **/home** has room again.', chunkSize: 7 },
];
