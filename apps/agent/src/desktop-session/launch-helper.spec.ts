import { ADDRESS, fakeLibrary } from '../../test/windows/fake-library.js';
import { structure } from '../../test/windows/structure.js';
import type { NativeValue } from '../platform/windows/native/library.js';
import { consoleSession, launchHelper } from './launch-helper.js';

/** As documented: STARTUPINFOW. */
const STARTUP = structure(
  ['cb', 'DWORD'],
  ['lpReserved', 'POINTER'],
  ['lpDesktop', 'POINTER'],
  ['lpTitle', 'POINTER'],
  ['dwX', 'DWORD', 8],
  ['wShowWindow', 'WORD'],
  ['cbReserved2', 'WORD'],
  ['lpReserved2', 'POINTER'],
  ['hStdInput', 'HANDLE', 3],
);
/** PROCESS_INFORMATION. */
const MADE = structure(
  ['hProcess', 'HANDLE'],
  ['hThread', 'HANDLE'],
  ['dwProcessId', 'DWORD'],
  ['dwThreadId', 'DWORD'],
);

function write(buffer: NativeValue | undefined, value: bigint, at = 0): void {
  if (!Buffer.isBuffer(buffer)) throw new Error('Windows was given no memory to write into');
  buffer.writeBigInt64LE(value, at);
}

function windows(more: Record<string, () => unknown> = {}) {
  const closed: unknown[] = [];
  const fake = fakeLibrary({
    WTSGetActiveConsoleSessionId: () => 2,
    WTSQueryUserToken: (_session, token) => (write(token, 11n), 1),
    CreateEnvironmentBlock: (block) => (write(block, 12n), 1),
    CreateProcessAsUserW: (...args) => {
      write(args[10], 13n, MADE.at.hProcess);
      write(args[10], 14n, MADE.at.hThread);
      return 1;
    },
    DestroyEnvironmentBlock: () => 1,
    CloseHandle: (handle) => closed.push(handle),
    ...more,
  });
  return { fake, closed };
}

describe('starting the helper in a session', () => {
  it('is asked for as Windows documents it, and gives everything back', () => {
    const { fake, closed } = windows();
    expect(launchHelper(fake.library, 2, '"C:\\a b\\kenny-agent.exe" session')).toBe(true);
    const args = fake.calls.find(({ name }) => name === 'CreateProcessAsUserW')?.args ?? [];
    const [startup, made] = [args[9], args[10]];
    if (!Buffer.isBuffer(startup) || !Buffer.isBuffer(made)) throw new Error('no memory');
    expect([startup.length, startup.readUInt32LE(STARTUP.at.cb)]).toEqual([
      STARTUP.size,
      STARTUP.size,
    ]);
    expect(startup.readBigUInt64LE(STARTUP.at.lpDesktop)).toBe(ADDRESS);
    expect(made.length).toBe(MADE.size);
    expect([args[0], args[7]]).toEqual([11n, 12n]);
    expect(closed).toEqual([13n, 14n, 11n]);
  });

  it('is no start where nobody is logged on or Windows refuses', () => {
    expect(launchHelper(windows({ WTSQueryUserToken: () => 0 }).fake.library, 2, 'x')).toBe(false);
    const refused = windows({ CreateProcessAsUserW: () => 0 });
    expect(launchHelper(refused.fake.library, 2, 'x')).toBe(false);
    expect(refused.closed).toEqual([11n]);
  });

  it('happens in the session in front of the screen, when there is one', () => {
    expect(consoleSession(windows().fake.library)).toBe(2);
    const none = windows({ WTSGetActiveConsoleSessionId: () => 0xffff_ffff });
    expect(consoleSession(none.fake.library)).toBeUndefined();
  });
});
