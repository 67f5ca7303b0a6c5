import type { BackupServer, BackupState, BackupView } from '@kenny/contract/web';

/** The one line that stops, restores and starts; undefined where there is no such line. */
export function restoreCommand(
  { name, encrypted }: Pick<BackupView, 'name' | 'encrypted'>,
  { folder, server }: Pick<BackupState, 'folder' | 'server'>,
  now: number,
): string | undefined {
  // A restored folder is one on SQLite.
  if (server.runs_as === 'container' || server.postgres) return undefined;
  const old = server.data_folder;
  const [restored, before] = [`${old}-restored`, `${old}-before-${stamp(now)}`];
  const key = encrypted ? ' --identity backup-key.txt' : '';
  const restore = `backup restore ${quoted(`${folder}/${name}`)}${key} --to ${quoted(restored)}`;
  const swap = (sudo: string): string[] => [
    `${sudo}mv ${quoted(old)} ${quoted(before)}`,
    `${sudo}mv ${quoted(restored)} ${quoted(old)}`,
  ];
  const steps =
    isByHand(server)
      ? [`npm run kenny -- ${restore}`, ...swap(''), 'npm start']
      : [
          'sudo systemctl stop kenny',
          `sudo install -d -o kenny -m 0700 ${quoted(restored)}`,
          `sudo -u kenny node ${SERVICE_PROGRAM} ${restore}`,
          ...swap('sudo '),
          'sudo systemctl start kenny',
        ];
  return steps.join(' && ');
}

/** In a terminal, by `npm start`, unless it is known to run in another way. */
export const isByHand = ({ runs_as }: BackupServer): boolean =>
  runs_as === null || runs_as === 'npm-start';

/** What the folder of now is called afterwards. */
export const keptAs = ({ data_folder }: BackupServer, now: number): string =>
  `${data_folder}-before-${stamp(now)}`;

/** As the guide has it installed. */
const SERVICE_PROGRAM = '/opt/kenny/apps/server/bundle/kenny.mjs';

/** `20261129-0204`: of two restores each keeps what was there before it. */
const stamp = (now: number): string =>
  new Date(now).toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-');

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
