import type { BackupServer, BackupState, BackupView, RunKind } from '@kenny/contract/web';

/** What to do, and the line to copy for it. */
export interface RestoreStep {
  readonly words: string;
  readonly line?: string;
}

/**
 * Restores beside the live folder, which may go on working; then stops, swaps the two and starts.
 * Undefined where it takes more than that.
 */
export function restoreSteps(
  kind: RunKind,
  { name, encrypted }: Pick<BackupView, 'name' | 'encrypted'>,
  { folder, server }: Pick<BackupState, 'folder' | 'server'>,
  now: number,
): readonly RestoreStep[] | undefined {
  // A restored folder is one on SQLite.
  if (kind === 'container' || server.postgres) return undefined;
  const old = server.data_folder;
  const restored = `${old}-restored`;
  // The person's shell opens the key: the user of a service may not be able to.
  const [option, input] = encrypted ? [' --identity -', ' < backup-key.txt'] : ['', ''];
  const restore = `backup restore ${quoted(`${folder}/${name}`)}${option} --to ${quoted(restored)}${input}`;
  const key = encrypted
    ? ' It reads your key from backup-key.txt: copy that file there first.'
    : '';
  const swap = swapOf(old, restored, keptAs(server, now));
  const isRestored = `test -s ${quoted(`${restored}/kenny.sqlite`)}`;
  if (kind === 'npm-start') {
    return [
      {
        words: `In a new terminal, in kenny’s folder, restore into a new folder.${key}`,
        line: `npm run --silent kenny -- ${restore}`,
      },
      { words: `${DONE} Then stop kenny: press Ctrl+C in the terminal in which it runs.` },
      {
        words: 'Swap the folders and start kenny again, in that terminal.',
        line: `${isRestored} && ${swap('')}; npm start`,
      },
    ];
  }
  return [
    {
      words: `In a terminal on kenny’s computer, restore into a new folder.${key}`,
      line: `sudo install -d -o kenny -m 0700 ${quoted(restored)} && sudo -u kenny node ${SERVICE_PROGRAM} ${restore}`,
    },
    {
      words: `${DONE} Then stop kenny, swap the folders and start it again.`,
      line: `sudo ${isRestored} && sudo systemctl stop kenny && ${swap('sudo ')}; sudo systemctl start kenny`,
    },
  ];
}

/** What the folder of now is called afterwards; of two restores each keeps what was there before. */
export const keptAs = ({ data_folder }: BackupServer, now: number): string =>
  `${data_folder}-before-${stamp(now)}`;

const DONE = 'Wait until it says “Restored into”.';

/** As the guide has it installed. */
const SERVICE_PROGRAM = '/opt/kenny/apps/server/bundle/kenny.mjs';

/** Where the second move fails, the first is taken back: kenny must not start without its data. */
const swapOf =
  (old: string, restored: string, before: string) =>
  (sudo: string): string => {
    const move = (from: string, to: string) => `${sudo}mv ${quoted(from)} ${quoted(to)}`;
    return `${move(old, before)} && { ${move(restored, old)} || ${move(before, old)}; }`;
  };

/** `20261129-0204` */
const stamp = (now: number): string =>
  new Date(now).toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-');

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
