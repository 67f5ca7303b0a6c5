import { AGENT_ENVIRONMENT } from '@kenny/contract/agent';
import type { WindowsPaths } from './windows-paths.js';

/** A registry value, as `reg add` takes it. */
export interface RegistryValue {
  /** Path below the service's key; empty for the key itself. */
  readonly key: '' | 'Parameters' | 'Parameters\\AppExit';
  /** Undefined: the key's default value. */
  readonly name: string | undefined;
  readonly type: 'REG_SZ' | 'REG_EXPAND_SZ' | 'REG_DWORD' | 'REG_MULTI_SZ';
  readonly data: string;
}

const RESTART_MS = 5_000;
/** A process that exits sooner is restarted with growing delays. */
const THROTTLE_MS = 5_000;
/** As long as the agent may take to disconnect. */
const STOP_MS = 10_000;
const LOG_BYTES = 1024 * 1024;
const AUTOMATIC = 2;

/**
 * The service's registry values, for Windows and nssm. `nssm install` alone would register a path
 * without quotes, so that whoever can write `C:\Program.exe` runs as SYSTEM, and it loses the
 * quotes of arguments.
 */
export function serviceValues(paths: WindowsPaths, runArgs: readonly string[]): RegistryValue[] {
  const text = (name: string, data: string, key: RegistryValue['key'] = 'Parameters') =>
    ({ key, name, type: 'REG_EXPAND_SZ', data }) as const;
  const number = (name: string, data: number, key: RegistryValue['key'] = 'Parameters') =>
    ({ key, name, type: 'REG_DWORD', data: String(data) }) as const;
  return [
    text('ImagePath', `"${paths.serviceHost}"`, ''),
    number('Start', AUTOMATIC, ''),
    { key: '', name: 'DisplayName', type: 'REG_SZ', data: 'kenny agent' },
    {
      key: '',
      name: 'Description',
      type: 'REG_SZ',
      data: 'Pushes the health of this PC to its kenny server and carries out approved tools.',
    },
    text('Application', paths.program),
    text('AppParameters', runArgs.join(' ')),
    text('AppDirectory', paths.programFolder),
    text('AppStdout', paths.stdout),
    text('AppStderr', paths.stderr),
    {
      key: 'Parameters',
      name: 'AppEnvironmentExtra',
      type: 'REG_MULTI_SZ',
      data: Object.entries(environment(paths))
        .map(([name, value]) => `${name}=${value}`)
        .join('\\0'),
    },
    number('AppRotateFiles', 1),
    number('AppRotateOnline', 1),
    number('AppRotateBytes', LOG_BYTES),
    number('AppRestartDelay', RESTART_MS),
    number('AppThrottle', THROTTLE_MS),
    number('AppStopMethodConsole', STOP_MS),
    { key: 'Parameters\\AppExit', name: undefined, type: 'REG_SZ', data: 'Restart' },
  ];
}

/** Overrides the machine's environment; the service is marked as on Linux. */
function environment({ stateFolder }: WindowsPaths): Readonly<Record<string, string>> {
  return {
    STATE_DIRECTORY: stateFolder,
    INVOCATION_ID: 'nssm',
    NODE_OPTIONS: AGENT_ENVIRONMENT.NODE_OPTIONS,
    // Behind a proxy that inspects TLS, only the Windows store knows its CA.
    NODE_USE_SYSTEM_CA: '1',
  };
}
