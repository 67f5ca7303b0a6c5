import { AGENT_FILES, PACKAGE_FILES, SERVICE_NAME } from '@kenny/contract/agent';
import { win32 } from 'node:path';
import { controlFileFor, windowsStateFolder } from '../../config/index.js';
import { ServiceFault } from '../service-control.js';
import type { ServiceFolders } from '../service-setup.js';

/** Files of the installed service on Windows; absolute, derived once. */
export interface WindowsPaths extends ServiceFolders {
  readonly programFolder: string;
  readonly program: string;
  readonly serviceHost: string;
  readonly nativeLibrary: string;
  readonly uninstaller: string;
  /** Output of a program that crashes. */
  readonly stdout: string;
  readonly stderr: string;
  /** System32. */
  readonly systemFolder: string;
}

/** Stems of the two files above; nssm appends the time of a rotation. */
export const SERVICE_LOGS = ['service-out', 'service-err'] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ServiceFault for an environment that is not of Windows */
export function windowsPaths(env: Environment): WindowsPaths {
  const programFolder = win32.join(folderOf(env, 'ProgramFiles'), 'kenny');
  const stateFolder = windowsStateFolder(folderOf(env, 'ProgramData'));
  const logs = win32.join(stateFolder, AGENT_FILES.logs);
  const inProgram = (name: string): string => win32.join(programFolder, name);
  const [out, err] = SERVICE_LOGS;
  return {
    programFolder,
    program: inProgram(`${SERVICE_NAME}.exe`),
    serviceHost: inProgram(PACKAGE_FILES.serviceHost),
    nativeLibrary: inProgram(PACKAGE_FILES.ffi),
    uninstaller: inProgram(PACKAGE_FILES.windowsUninstaller),
    stateFolder,
    tlsCa: win32.join(stateFolder, PACKAGE_FILES.tlsCa),
    controlFile: controlFileFor(stateFolder, win32),
    stdout: win32.join(logs, `${out}.log`),
    stderr: win32.join(logs, `${err}.log`),
    systemFolder: win32.join(folderOf(env, 'SystemRoot'), 'System32'),
  };
}

/** Windows variable names ignore case; a copy of the environment does not. */
function folderOf(env: Environment, name: string): string {
  const found = Object.entries(env).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  if (found === undefined || !win32.isAbsolute(found)) {
    throw new ServiceFault(`the variable ${name} does not name a folder; run this on Windows`);
  }
  return found;
}
