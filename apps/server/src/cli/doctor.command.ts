import type { ExitCode } from '@kenny/contract/client';
import type { Command } from 'commander';
import { confirmed } from './confirm.js';
import { exitOfFindings, findingLines, type Finding } from './doctor/finding.js';
import {
  dataFolderOf,
  folderFindings,
  namesFinding,
  nodeFinding,
  sqliteFinding,
} from './doctor/machine-checks.js';
import { serverFindings } from './doctor/server-checks.js';
import type { Invocation, Run } from './invocation.js';
import { say } from './output/shown.js';

export function addDoctorCommand(program: Command, run: Run): void {
  program
    .command('doctor')
    .description('look for what is wrong here and at the server, and say what to do')
    .option('--offline', 'look at the data folder itself, while no server runs there')
    .option(
      '--fix',
      'hide the folders of secret files from the read tools of an agent here; with --offline, ' +
        'make a damaged database anew from its rows',
    )
    .option('--yes', 'do not ask before a database is made anew')
    .action((options: DoctorOptions, command: Command) =>
      run(command, (call) => doctor(call, options)),
    );
}

interface DoctorOptions {
  readonly offline?: boolean;
  readonly fix?: boolean;
  readonly yes?: boolean;
}

async function doctor(call: Invocation, options: DoctorOptions): Promise<ExitCode> {
  const { offline = false, fix = false } = options;
  // Lazy: loads the guard's rules.
  const { secretFileFindings } = await import('./local/secret-file-checks.js');
  const secrets = secretFileFindings(call.io, fix);
  const findings = [
    ...secrets,
    ...(offline ? await offlineFindings(call, options) : await onlineFindings(call)),
  ];
  const exit = exitOfFindings(findings);
  const { screen } = call;
  if (screen.json) screen.printJson(JSON.stringify({ ok: exit === 0, checks: findings }));
  else screen.print(...findingLines(findings), say``, say`${summary(findings)}`);
  return exit;
}

async function onlineFindings(call: Invocation): Promise<Finding[]> {
  const { env } = call.io;
  return [
    nodeFinding(),
    namesFinding(env),
    await sqliteFinding('warn'),
    ...folderFindings(dataFolderOf(call.io)),
    ...(await serverFindings(call)),
  ];
}

async function offlineFindings(call: Invocation, options: DoctorOptions): Promise<Finding[]> {
  const { io } = call;
  const sqlite = await sqliteFinding('fail');
  const before = [nodeFinding(), namesFinding(io.env), sqlite, ...folderFindings(dataFolderOf(io))];
  if (sqlite.state === 'fail') return before;
  const { databaseFindings } = await import('./local/offline-checks.js');
  return [...before, ...(await databaseFindings(io, rebuilding(call, options)))];
}

function rebuilding(call: Invocation, { fix, yes }: DoctorOptions) {
  return async (damage: string): Promise<boolean> => {
    if (fix !== true) return false;
    const question = say`The database is damaged: ${damage}\nMake it anew from its rows? The damaged file is kept.`;
    return yes === true || confirmed(call, question);
  };
}

function summary(findings: readonly Finding[]): string {
  const failed = findings.filter(({ state }) => state === 'fail').length;
  const warned = findings.filter(({ state }) => state === 'warn').length;
  if (failed + warned === 0) return 'All is well.';
  return `${failed} failed, ${warned} to look at.`;
}
