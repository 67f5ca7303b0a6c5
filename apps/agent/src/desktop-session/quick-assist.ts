import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { win32 } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { closeHandle } from '../platform/windows/native/handles.js';
import type { NativeLibrary } from '../platform/windows/native/library.js';
import { handleOf } from '../platform/windows/native/memory-layout.js';
import { listProcesses } from '../platform/windows/native/processes.js';
import { imageOf, sessionOf } from './peer.js';
import type { HelpStarted } from './session-protocol.js';

/** Package family name in the Store; the second part identifies the publisher. */
export const QUICK_ASSIST = {
  name: 'MicrosoftCorporationII.QuickAssist',
  publisher: '8wekyb3d8bbwe',
  program: 'quickassist.exe',
} as const;

const LOOK_MS = 250;
const LOOKS = 40;
const TERMINATE = 1;

/** Folders of the session's user. */
export interface SessionFolders {
  readonly systemRoot: string;
  readonly programFiles: string;
  readonly localAppData: string | undefined;
}

/**
 * The one program that the helper starts for others, only from where Windows installs it and where
 * only administrators or the Store may write.
 */
export function isQuickAssist(
  image: string,
  { systemRoot, programFiles }: SessionFolders,
): boolean {
  const file = image.toLowerCase();
  const classic = win32.join(systemRoot, 'System32', QUICK_ASSIST.program).toLowerCase();
  const store = win32.join(programFiles, 'WindowsApps', `${QUICK_ASSIST.name}_`).toLowerCase();
  if (file === classic) return true;
  return (
    file.startsWith(store) && win32.basename(file) === QUICK_ASSIST.program && !file.includes('..')
  );
}

/** Opens Quick Assist on this desktop, unless it is open already. @throws Error in words */
export async function startQuickAssist(
  library: NativeLibrary,
  folders: SessionFolders,
): Promise<HelpStarted> {
  const [open] = runningIn(library, folders);
  if (open !== undefined) return { pid: open };
  await launch(folders);
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const [pid] = runningIn(library, folders);
    if (pid !== undefined) return { pid };
    await delay(LOOK_MS);
  }
  throw new Error('Quick Assist was started and did not open');
}

/** Ends every Quick Assist of this session. @returns how many there were */
export function stopQuickAssist(library: NativeLibrary, folders: SessionFolders): number {
  const running = runningIn(library, folders);
  for (const pid of running) endProcess(library, pid);
  return running.length;
}

/** @throws Error when Windows refuses */
export function endProcess(library: NativeLibrary, pid: number): void {
  const kernel = library.load('kernel32.dll');
  const open = kernel.func(
    'int64_t __stdcall OpenProcess(uint32_t access, int inherit, uint32_t pid)',
  );
  const terminate = kernel.func('int __stdcall TerminateProcess(int64_t process, uint32_t code)');
  const process = handleOf(open(TERMINATE, 0, pid));
  const ended = process !== undefined && Boolean(terminate(process, 0));
  if (process !== undefined) closeHandle(library, process);
  if (!ended) throw new Error(`process ${pid} cannot be ended`);
}

function runningIn(library: NativeLibrary, folders: SessionFolders): number[] {
  const own = sessionOf(library, process.pid);
  return listProcesses(library)
    .filter(({ name }) => name.toLowerCase() === QUICK_ASSIST.program)
    .map(({ pid }) => pid)
    .filter((pid) => sessionOf(library, pid) === own)
    .filter((pid) => isQuickAssist(imageOf(library, pid) ?? '', folders));
}

async function launch({ systemRoot, localAppData }: SessionFolders): Promise<void> {
  const { name, publisher, program } = QUICK_ASSIST;
  const classic = win32.join(systemRoot, 'System32', program);
  const package_ = `${name}_${publisher}`;
  // A Store app starts by its name: its file refuses to be run directly.
  const ofStore =
    localAppData !== undefined && existsSync(win32.join(localAppData, 'Packages', package_));
  if (ofStore) {
    return begin(win32.join(systemRoot, 'explorer.exe'), [`shell:AppsFolder\\${package_}!App`]);
  }
  if (existsSync(classic)) return begin(classic, []);
  throw new Error('Quick Assist is not installed on this PC; install it from the Microsoft Store');
}

async function begin(file: string, args: readonly string[]): Promise<void> {
  const child = spawn(file, args, { detached: true, stdio: 'ignore' });
  await once(child, 'spawn');
  child.unref();
}
