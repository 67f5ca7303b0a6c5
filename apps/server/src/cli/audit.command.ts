import {
  API_PATHS,
  AUDIT_EXPORT_FORMATS,
  AUDIT_EXPORT_ROWS,
  EXIT_CODES,
  type AcceptedLoss,
  type AuditVerification,
  type ExitCode,
} from '@kenny/contract/client';
import { Option, type Command } from 'commander';
import { acceptLoss, type AcceptLossOptions } from './audit/accept-loss.js';
import { exportAudit, type ExportOptions } from './audit/export.js';
import { tailAudit, type TailOptions } from './audit/tail.js';
import type { Invocation, Run } from './invocation.js';
import { count } from './option-values.js';
import { look, say, type Shown } from './output/shown.js';

/** The server reads every row: minutes for millions. */
const PATIENCE_MS = 30 * 60_000;

export function addAuditCommands(program: Command, run: Run): void {
  const audit = program.command('audit').description('the audit log: who did what');
  audit
    .command('verify')
    .description('prove that no row was changed, removed or swapped')
    .action((_: object, command: Command) => run(command, verify));
  audit
    .command('accept-loss')
    .description('accept a database that was set back: shows what is missing, then asks')
    .option('--yes', 'without asking')
    .option('--local', 'in the data folder itself, while no server runs there')
    .action((options: AcceptLossOptions, command: Command) =>
      run(command, (call) => acceptLoss(call, options)),
    );
  audit
    .command('tail')
    .description('the newest rows, and with --follow those to come')
    .option('-n, --lines <rows>', 'how many to begin with', count(500), '20')
    .option('-f, --follow', 'until Ctrl+C, also over lost connections')
    .option('--agent <agent_id>', 'only what concerns this PC')
    .action((options: TailOptions, command: Command) =>
      run(command, (call) => tailAudit(call, options)),
    );
  audit
    .command('export')
    .description('export the audit log, oldest row first')
    .addOption(
      new Option('--format <format>', 'jsonl can be verified again, csv is for tables')
        .choices(AUDIT_EXPORT_FORMATS)
        .default('jsonl'),
    )
    .option('--output <file>', 'into a new file only you can read, instead of standard output')
    .option('--from <time>', 'from this time on, like 2031-01-31T12:00:00Z')
    .option('--to <time>', 'up to this time')
    .option('--agent <agent_id>', 'only what concerns this PC')
    .option('--after <seq>', 'only rows after this one, to go on where an export was cut')
    .option('--limit <rows>', 'so many rows at most', count(AUDIT_EXPORT_ROWS))
    .action((options: ExportOptions, command: Command) =>
      run(command, (call) => exportAudit(call, options)),
    );
}

async function verify(call: Invocation): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('GET', API_PATHS.auditVerify, { patienceMs: PATIENCE_MS });
  const verdict = await client.read('AuditVerification', answer);
  if (call.screen.json) call.screen.printJson(answer.raw);
  else call.screen.print(...verdictLines(verdict));
  return verdict.ok ? EXIT_CODES.ok : EXIT_CODES.failed;
}

function verdictLines(verdict: AuditVerification): Shown[] {
  const { ok, chain, rows, proven_to, unproven, findings, losses, more, unrecorded, limits } =
    verdict;
  return [
    ok
      ? say`${look('intact', 'green')}: ${rowsWord(rows)} of chain ${chain} fit together.`
      : say`${look('BROKEN', 'red')}: audit chain ${chain} (${rowsWord(rows)}) was tampered with or damaged.`,
    ...findings.map(({ kind, message }) => say`  ${look(kind, 'red')}: ${message}`),
    ...(more ? [say`  … and more.`] : []),
    ...losses.map((loss) => say`  ${look('lost', 'yellow')}: ${lossWords(loss)}`),
    say``,
    say`${look('Proven', 'bold')}: ${provenWords(proven_to)}`,
    say`${look('Not proven', 'bold')}:`,
    ...(unproven > 0 ? [say`  - ${rowsWord(unproven)} after the last checkpoint`] : []),
    ...limits.map((limit) => say`  - ${limit}`),
    ...unrecordedLines(unrecorded),
  ];
}

function unrecordedLines(gaps: AuditVerification['unrecorded']): Shown[] {
  if (gaps.length === 0) return [];
  return [
    say`${look('Not recorded', 'bold')}, because nothing could hold it, as the audit log itself says:`,
    ...gaps.map(
      ({ seq, count, from, to }) => say`  - row ${seq}: ${rowsWord(count)} from ${from} to ${to}`,
    ),
  ];
}

function lossWords({ from, to, row, at, by }: AcceptedLoss): string {
  const rows =
    to === null ? `rows from ${from} on` : to === from ? `row ${from}` : `rows ${from} to ${to}`;
  return `${rows} of before went with a set-back database; ${by} accepted that at ${at} (row ${row}).`;
}

function rowsWord(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}

function provenWords(provenTo: number): string {
  return provenTo === 0
    ? 'nothing; no signed checkpoint vouches for a row yet.'
    : `rows 1 to ${provenTo}, by signed checkpoints outside the database.`;
}
