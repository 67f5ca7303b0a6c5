import type { ExitCode } from '@kenny/contract/client';
import type { Command } from 'commander';
import { exitOfFindings, findingLines, type Finding } from './doctor/finding.js';
import {
  dataFolderOf,
  folderFindings,
  namesFinding,
  nodeFinding,
  sqliteFinding,
} from './doctor/machine-checks.js';
import { serverFindings } from './doctor/server-checks.js';
import type { Invocation } from './invocation.js';
import { say } from './output/shown.js';
import type { Run } from './program.js';

export function addDoctorCommand(program: Command, run: Run): void {
  program
    .command('doctor')
    .description('look for what is wrong here and at the server, and say what to do')
    .option('--offline', 'look at the data folder itself, while no server runs there')
    .action(({ offline }: { offline?: boolean }, command: Command) =>
      run(command, (call) => doctor(call, offline === true)),
    );
}

async function doctor(call: Invocation, offline: boolean): Promise<ExitCode> {
  const findings = offline ? await offlineFindings(call) : await onlineFindings(call);
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

async function offlineFindings({ io }: Invocation): Promise<Finding[]> {
  const sqlite = await sqliteFinding('fail');
  const before = [nodeFinding(), namesFinding(io.env), sqlite, ...folderFindings(dataFolderOf(io))];
  if (sqlite.state === 'fail') return before;
  const { databaseFindings } = await import('./local/offline-checks.js');
  return [...before, ...(await databaseFindings(io))];
}

function summary(findings: readonly Finding[]): string {
  const failed = findings.filter(({ state }) => state === 'fail').length;
  const warned = findings.filter(({ state }) => state === 'warn').length;
  if (failed + warned === 0) return 'All is well.';
  return `${failed} failed, ${warned} to look at.`;
}
