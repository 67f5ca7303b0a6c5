import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../../platform/find-program.js';
import { pictureNotice, type Notice } from '../picture-notice.js';
import { runRaw } from './run-raw.js';

/** The picture waits for it. */
const LONGEST_MS = 2_000;

/** A program that shows a notice on its user's desktop. */
interface NoticeTool {
  readonly program: string;
  readonly argsOf: (notice: Notice) => readonly string[];
}

const SERVICE = 'org.freedesktop.Notifications';

/** The first that is installed is used: both ask the same service of the desktop. */
const NOTICE_TOOLS: readonly NoticeTool[] = [
  {
    program: 'notify-send',
    argsOf: ({ title, text }) => ['--app-name=kenny', '--', title, text],
  },
  {
    program: 'gdbus',
    argsOf: ({ title, text }) => [
      ...['call', '--session', '--dest', SERVICE],
      ...['--object-path', '/org/freedesktop/Notifications', '--method', `${SERVICE}.Notify`],
      // As GVariant writes them: program, notice to replace, icon, texts, actions, hints, duration.
      ...['--', '"kenny"', '0', '""', JSON.stringify(title), JSON.stringify(text)],
      ...['[]', '{}', '-1'],
    ],
  },
];

export interface Telling {
  /** Of the desktop's user. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly taken: Date;
  /** For tests. */
  readonly folders?: readonly string[];
  readonly timeoutMs?: number;
}

/**
 * Tells the person at this process's desktop that their screen was captured.
 * @returns whether the desktop took the notice; never throws, because the picture is there already
 */
export async function tellPerson(telling: Telling): Promise<boolean> {
  const { env, taken, folders, timeoutMs = LONGEST_MS } = telling;
  const bus = await busOf(env);
  // Without an address, these programs would start a bus that nobody else is on.
  if (bus === undefined) return false;
  const notice = pictureNotice(taken, /^de(?:[_.@]|$)/.test(env['LANG'] ?? '') ? 'de' : 'en');
  for (const { program, argsOf } of NOTICE_TOOLS) {
    const file = await findProgram(program, folders);
    if (file === undefined) continue;
    const withBus = { ...env, DBUS_SESSION_BUS_ADDRESS: bus };
    return runRaw(file, argsOf(notice), withBus, timeoutMs).then(
      () => true,
      () => false,
    );
  }
  return false;
}

/** The session bus: as the environment names it, else where systemd puts it. */
async function busOf(env: Telling['env']): Promise<string | undefined> {
  const named = env['DBUS_SESSION_BUS_ADDRESS'];
  if (named !== undefined) return named;
  const folder = env['XDG_RUNTIME_DIR'];
  if (folder === undefined) return undefined;
  const socket = join(folder, 'bus');
  const isThere = await stat(socket).then(
    (found) => found.isSocket(),
    () => false,
  );
  return isThere ? `unix:path=${socket}` : undefined;
}
