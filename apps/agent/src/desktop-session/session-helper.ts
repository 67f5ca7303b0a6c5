import type { Clock, Timer } from '@kenny/kernel';
import type { Server } from 'node:net';
import { AGENT_BUILD } from '../config/build.js';
import { readControl, writeControl } from '../control/control-file.js';
import { fitPicture } from '../screen/fit-picture.js';
import { pictureNotice } from '../screen/picture-notice.js';
import type { SessionPicture } from '../screen/picture-result.js';
import { fired, wait } from '../platform/wait.js';
import { withCallbacks } from '../platform/windows/native/callbacks.js';
import type { NativeLibrary } from '../platform/windows/native/library.js';
import { sessionOf } from './peer.js';
import { protectPipe } from './pipe-access.js';
import { startQuickAssist, stopQuickAssist, type SessionFolders } from './quick-assist.js';
import { captureScreens, seeRealPoints } from './screen.js';
import { pipeName } from './session-protocol.js';
import { listenForService, type SessionActions } from './session-server.js';
import { Tray } from './tray.js';
import { languageOf, trayView } from './tray-view.js';

export interface SessionHelperOptions {
  readonly library: NativeLibrary;
  readonly clock: Clock;
  readonly controlFile: string;
  readonly folders: SessionFolders;
  /** Fires when the process is asked to end. */
  readonly stopping: AbortSignal;
}

/** What the picture and the tray icon know of each other. */
interface Shown {
  picture?: Date;
  /** Tells the person; undefined without an icon. */
  tell?: (taken: Date) => boolean;
}

/** A helper that is exiting may still hold the pipe. */
const LISTEN_TRIES = 20;
const LISTEN_PAUSE_MS = 500;
/** Fast enough for a mouse. */
const PUMP_MS = 100;
const LOOK_MS = 2_000;

/**
 * Helper in a user's desktop session on Windows: does what only a program of that user can, and shows
 * the switch. It has the user's rights, and none of the service's.
 */
export async function runSessionHelper(options: SessionHelperOptions): Promise<void> {
  const { library, clock } = options;
  const leaving = new AbortController();
  const stop = (): void => leaving.abort();
  options.stopping.addEventListener('abort', stop, { once: true });
  seeRealPoints(library);
  const shown: Shown = {};
  const server = await listen(options, actionsOf(options, shown, stop));
  const stopTray = showTray(options, shown);
  if (options.stopping.aborted) stop();
  await fired(leaving.signal);
  stopTray();
  // Let the last answer go out first.
  await wait(clock, LISTEN_PAUSE_MS);
  server.close();
}

function actionsOf(
  { library, clock, folders }: SessionHelperOptions,
  shown: Shown,
  stop: () => void,
): SessionActions {
  return {
    hello: () => Promise.resolve({ version: AGENT_BUILD.version }),
    picture: () => {
      const png = fitPicture(captureScreens(library));
      const taken = new Date(clock.now());
      shown.picture = taken;
      // After the picture, so that it is not in it.
      const person_told = isTold(() => shown.tell?.(taken));
      const sent: SessionPicture = { image_b64: png.toString('base64'), person_told };
      return Promise.resolve(sent);
    },
    'start-help': () => startQuickAssist(library, folders),
    'stop-help': () => Promise.resolve({ stopped: stopQuickAssist(library, folders) }),
    leave: () => {
      stop();
      return Promise.resolve(undefined);
    },
  };
}

/** Whether a notice was taken: one that fails costs nobody the picture. */
export function isTold(tell: () => boolean | undefined): boolean {
  try {
    return tell() ?? false;
  } catch {
    return false;
  }
}

/** @throws Error when another helper, or a foreign program, keeps this session's pipe */
async function listen(
  { library, clock }: SessionHelperOptions,
  actions: SessionActions,
): Promise<Server> {
  const path = pipeName(sessionOf(library, process.pid) ?? 0);
  const protect = (name: string): void => protectPipe(library, name);
  for (let left = LISTEN_TRIES; ; left -= 1) {
    try {
      return await listenForService({ path, actions, clock, protect });
    } catch (error) {
      if (left <= 1) throw error;
    }
    await wait(clock, LISTEN_PAUSE_MS);
  }
}

/** The tray icon, for as long as the session lasts. @returns removes it */
function showTray({ library, clock, controlFile }: SessionHelperOptions, shown: Shown): () => void {
  const id = library.load('kernel32.dll').func('uint16_t __stdcall GetUserDefaultUILanguage()')();
  const language = languageOf(Number(id));
  let on: boolean | undefined;
  const view = () => trayView(on, shown.picture, language);
  const look = async (): Promise<void> => {
    const { kind } = await readControl(controlFile);
    on = kind === 'on' ? true : kind === 'off' ? false : undefined;
    tray.update(view());
  };
  const toggle = async (): Promise<void> => {
    await writeControl(controlFile, on !== true);
    await look();
  };
  // A switch that cannot be written stays as it is, and the icon shows that.
  const tray = new Tray(withCallbacks(library), view(), () => void toggle().catch(look));
  shown.tell = (taken) => tray.tell(pictureNotice(taken, language));
  const timers = [
    every(clock, PUMP_MS, () => Promise.resolve(tray.pump())),
    every(clock, LOOK_MS, look),
  ];
  return () => {
    for (const end of timers) end();
    delete shown.tell;
    tray.remove();
  };
}

function every(clock: Clock, ms: number, work: () => Promise<void>): () => void {
  let timer: Timer | undefined;
  let ended = false;
  const next = (): void => {
    if (!ended) timer = clock.setTimer(() => void work().finally(next), ms);
  };
  next();
  return () => {
    ended = true;
    timer?.cancel();
  };
}
