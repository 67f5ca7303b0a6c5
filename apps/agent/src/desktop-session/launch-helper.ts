import { closeHandle } from '../platform/windows/native/handles.js';
import type { NativeLibrary, NativeValue } from '../platform/windows/native/library.js';
import { handleOf } from '../platform/windows/native/memory-layout.js';
import { wide } from './peer.js';

/** Returned by Windows when no session has the screen and keyboard. */
const NO_SESSION = 0xffff_ffff;
/** STARTUPINFOW and PROCESS_INFORMATION on 64-bit Windows. */
const STARTUP = { size: 104, desktop: 16 } as const;
const PROCESS = { size: 24, process: 0, thread: 8 } as const;
const UNICODE_ENVIRONMENT = 0x400;
const NO_WINDOW = 0x0800_0000;
const DESKTOP = 'winsta0\\default';

/** The session at the physical screen; undefined when there is none. */
export function consoleSession(library: NativeLibrary): number | undefined {
  const ask = library
    .load('kernel32.dll')
    .func('uint32_t __stdcall WTSGetActiveConsoleSessionId()');
  const session = Number(ask());
  return session === NO_SESSION ? undefined : session;
}

/**
 * Starts the helper in a session as its user, with no more rights than the user's own programs.
 * Only Local System may do this.
 * @returns false when nobody is logged on there, or Windows refuses
 */
export function launchHelper(
  library: NativeLibrary,
  session: number,
  commandLine: string,
): boolean {
  const token = tokenOf(library, session);
  if (token === undefined) return false;
  const environment = environmentOf(library, token);
  try {
    return start(library, token, environment, commandLine);
  } finally {
    if (environment !== undefined) {
      library.load('userenv.dll').func('int __stdcall DestroyEnvironmentBlock(int64_t block)')(
        environment,
      );
    }
    closeHandle(library, token);
  }
}

function tokenOf(library: NativeLibrary, session: number): NativeValue | undefined {
  const query = library
    .load('wtsapi32.dll')
    .func('int __stdcall WTSQueryUserToken(uint32_t session, void *token)');
  const token = Buffer.alloc(8);
  return query(session, token) ? handleOf(token.readBigInt64LE(0)) : undefined;
}

function environmentOf(library: NativeLibrary, token: NativeValue): NativeValue | undefined {
  const create = library
    .load('userenv.dll')
    .func('int __stdcall CreateEnvironmentBlock(void *block, int64_t token, int inherit)');
  const block = Buffer.alloc(8);
  return create(block, token, 0) ? handleOf(block.readBigInt64LE(0)) : undefined;
}

function start(
  library: NativeLibrary,
  token: NativeValue,
  environment: NativeValue | undefined,
  commandLine: string,
): boolean {
  const create = library
    .load('advapi32.dll')
    .func(
      'int __stdcall CreateProcessAsUserW(int64_t token, void *program, void *line, void *process, void *thread, int inherit, uint32_t flags, int64_t environment, void *folder, void *startup, void *made)',
    );
  const [startup, made, desktop] = [
    Buffer.alloc(STARTUP.size),
    Buffer.alloc(PROCESS.size),
    wide(DESKTOP),
  ];
  startup.writeUInt32LE(STARTUP.size, 0);
  startup.writeBigUInt64LE(library.address(desktop), STARTUP.desktop);
  const flags = UNICODE_ENVIRONMENT | NO_WINDOW;
  const line = wide(commandLine);
  if (!create(token, null, line, null, null, 0, flags, environment ?? 0, null, startup, made)) {
    return false;
  }
  for (const at of [PROCESS.process, PROCESS.thread]) {
    closeHandle(library, made.readBigInt64LE(at));
  }
  return true;
}
