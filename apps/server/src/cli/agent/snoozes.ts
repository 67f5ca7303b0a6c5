import {
  API_PATHS,
  EXIT_CODES,
  type ExitCode,
  type FleetAgent,
  type FleetView,
} from '@kenny/contract/client';
import { Option, type Command } from 'commander';
import type { Invocation, Run } from '../invocation.js';
import { checkTitle, findCheck } from '../names/checks.js';
import { findPc } from '../names/pcs.js';
import { spanFrom, spanText } from '../option-values.js';
import { until as inWords } from '../output/durations.js';
import { look, say, type Shown } from '../output/shown.js';
import { table } from '../output/table.js';
import { HEALTH_LOOKS } from './show.js';

interface SnoozeOptions {
  readonly for: string;
  readonly until?: string;
  readonly reason: string;
}

export function addSnoozeCommands(agent: Command, run: Run): void {
  agent
    .command('snooze <pc> <check>')
    .description('put off what is wrong with one check; until then it counts as fine')
    .addOption(
      new Option('--for <span>', 'how long, like 12h or 30d').argParser(spanText).default('7d'),
    )
    .addOption(new Option('--until <time>', 'like 2031-01-31T12:00:00Z').conflicts('for'))
    .requiredOption('--reason <text>', 'for everybody who looks at it (280 characters)')
    .action((pc: string, check: string, options: SnoozeOptions, command: Command) =>
      run(command, (call) => snooze(call, pc, check, options)),
    );
  agent
    .command('unsnooze <pc> <check>')
    .description('let a check count again before its time')
    .action((pc: string, check: string, _: object, command: Command) =>
      run(command, (call) => unsnooze(call, pc, check)),
    );
  agent
    .command('snoozes [pc]')
    .description('what is put off, by whom, why and until when')
    .action((pc: string | undefined, _: object, command: Command) =>
      run(command, (call) => list(call, pc)),
    );
}

async function snooze(
  call: Invocation,
  given: string,
  check: string,
  { for: span, until, reason }: SnoozeOptions,
): Promise<ExitCode> {
  const client = call.client();
  const { agent, answer: found } = await findPc(client, given);
  const { name } = findCheck(agent, check);
  const body = { until: until ?? spanFrom(span, found.serverTime), reason };
  const path = API_PATHS.agentSnooze(agent.agent_id, name);
  const answer = await client.request('PUT', path, { body });
  await call.present(client, 'FleetAgent', answer, (now) => {
    const end = now.sections.find((section) => section.name === name)?.snoozed?.until ?? body.until;
    return [
      say`${look(checkTitle(name), 'bold')} on ${agent.name} is snoozed until ${end}, ${inWords(end, answer.serverTime)}.`,
      overallLine(now),
    ];
  });
  return EXIT_CODES.ok;
}

async function unsnooze(call: Invocation, given: string, check: string): Promise<ExitCode> {
  const client = call.client();
  const { agent } = await findPc(client, given);
  const { name } = findCheck(agent, check);
  const answer = await client.request('DELETE', API_PATHS.agentSnooze(agent.agent_id, name));
  await call.present(client, 'FleetAgent', answer, (now) => [
    say`${look(checkTitle(name), 'bold')} on ${agent.name} counts again.`,
    overallLine(now),
  ]);
  return EXIT_CODES.ok;
}

async function list(call: Invocation, given: string | undefined): Promise<ExitCode> {
  const client = call.client();
  if (given !== undefined) {
    const { agent, answer } = await findPc(client, given);
    await call.present(client, 'FleetAgent', answer, () =>
      snoozeLines([agent], answer.serverTime, call.screen.width),
    );
    return EXIT_CODES.ok;
  }
  const answer = await client.request('GET', API_PATHS.fleet);
  await call.present(client, 'FleetView', answer, ({ agents }) =>
    snoozeLines(agents, answer.serverTime, call.screen.width),
  );
  return EXIT_CODES.ok;
}

function overallLine({ agent_id, overall }: FleetAgent): Shown {
  return say`  ${agent_id} is ${look(overall, HEALTH_LOOKS[overall])} now.`;
}

function snoozeLines(agents: FleetView['agents'], now: number, width: number | undefined): Shown[] {
  const rows = agents.flatMap(({ agent_id, sections }) =>
    sections.flatMap(({ name, status, snoozed }) =>
      snoozed
        ? [
            [
              ...[agent_id, checkTitle(name), look(status, HEALTH_LOOKS[status])],
              ...[inWords(snoozed.until, now), snoozed.by, snoozed.reason],
            ],
          ]
        : [],
    ),
  );
  if (rows.length === 0) return [say`Nothing is snoozed.`];
  return table(['pc', 'check', 'health', 'ends', 'by', 'why'], rows, width);
}
