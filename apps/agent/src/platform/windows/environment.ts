/** Variables by which Windows tells a service its folders. Children get no others. */
const PASSED_ON = [
  'SystemRoot',
  'SystemDrive',
  'windir',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'ProgramData',
  'ALLUSERSPROFILE',
  'PUBLIC',
  'ProgramFiles',
  'ProgramFiles(x86)',
  'ProgramW6432',
  'CommonProgramFiles',
  'CommonProgramFiles(x86)',
  'CommonProgramW6432',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'USERNAME',
  'COMPUTERNAME',
  'NUMBER_OF_PROCESSORS',
  'PROCESSOR_ARCHITECTURE',
  'OS',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** Windows folders, absolute. */
export interface WindowsFolders {
  systemRoot: string;
  programFiles: string;
  programData: string;
}

/** From the service's environment, which only administrators control. */
export function windowsFolders(env: Environment = process.env): WindowsFolders {
  const systemRoot = env['SystemRoot'] ?? 'C:\\Windows';
  const drive = systemRoot.slice(0, 2);
  return {
    systemRoot,
    // A 32-bit process is redirected to the other folder under the first name.
    programFiles: env['ProgramW6432'] ?? env['ProgramFiles'] ?? `${drive}\\Program Files`,
    programData: env['ProgramData'] ?? `${drive}\\ProgramData`,
  };
}

/** Absolute path of a program in System32, so that no namesake elsewhere is run. */
export function systemProgram(name: string): string {
  return `${windowsFolders().systemRoot}\\System32\\${name}.exe`;
}

/**
 * Clean environment for a program on Windows: most do not start without `SystemRoot` and its like;
 * `PATH` holds system folders only.
 */
export function windowsEnvironment(env: Environment = process.env): Record<string, string> {
  const { systemRoot } = windowsFolders(env);
  const system = `${systemRoot}\\System32`;
  const passedOn = PASSED_ON.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(passedOn),
    SystemRoot: systemRoot,
    Path: [system, systemRoot, `${system}\\Wbem`, `${system}\\WindowsPowerShell\\v1.0`].join(';'),
  };
}
