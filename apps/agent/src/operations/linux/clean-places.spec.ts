import { CLEAN_FOLDERS } from '@kenny/contract/agent';
import { madeMachines } from '../../../test/collectors/made-machine.js';
import { foldersNotTold } from '../../../test/told-folders.js';
import { linuxCleanPlaces } from './clean-places.js';

describe('what may be emptied on Linux', () => {
  const aMachine = madeMachines();
  const made = async () =>
    linuxCleanPlaces(
      await aMachine({
        files: {
          '/etc/passwd': 'anna:x:1000:1000::/home/anna:/bin/bash\nwww:x:33:33::/var/www:/bin/sh\n',
          '/proc/self/mountinfo': '22 1 8:1 / / rw - ext4 /dev/sda1 rw\n',
        },
      }),
    );

  it('is in the homes of people, not of services', async () => {
    const { trash = [], thumbnails = [] } = await made();
    expect(trash.map(({ folder }) => folder)).toEqual([
      '/home/anna/.local/share/Trash/files',
      '/home/anna/.local/share/Trash/info',
    ]);
    expect(thumbnails).toHaveLength(1);
  });

  it('is told to people, folder by folder', async () => {
    const places = await made();
    expect(Object.keys(CLEAN_FOLDERS.linux).sort()).toEqual(Object.keys(places).sort());
    expect(foldersNotTold(places, CLEAN_FOLDERS.linux, '/home/anna')).toEqual([]);
  });

  it.each([
    ['syslog', false],
    ['auth.log', false],
    ['system.journal', false],
    ['syslog.1', true],
    ['dpkg.log.12.gz', true],
    ['messages-20260101', true],
    ['system@0005f-1.journal', true],
  ])('holds logs that have ended: %s %p', async (name, isOld) => {
    const { logs = [] } = await made();
    expect(logs.map(({ only }) => only?.test(name))).toEqual([isOld]);
  });

  it.each(['.X11-unix', 'systemd-private-abc', 'tmux-1000'])(
    'holds nothing of what runs: %s',
    async (name) => {
      const { temp = [] } = await made();
      expect(temp.every(({ except }) => except?.test(name))).toBe(true);
    },
  );
});
