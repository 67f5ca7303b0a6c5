import { EXIT_CODES, isSectionName, SECTION_NAMES, type ExitCode } from '@kenny/contract/agent';
import { systemClock } from '@kenny/kernel';
import { survey, type SectionReport } from '../collectors/index.js';
import { CommandFailure } from './command-failure.js';
import { printTable, type Terminal } from './terminal.js';

export interface TelemetryOptions {
  /** Default: all. */
  sections: readonly string[];
  json: boolean;
}

/** `telemetry`: one snapshot of this PC, as it would be sent. */
export async function printTelemetry(
  { sections, json }: TelemetryOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const unknown = sections.filter((name) => !isSectionName(name));
  if (unknown.length > 0) {
    const known = `sections are: ${SECTION_NAMES.join(', ')}`;
    throw new CommandFailure([`unknown section: ${unknown.join(', ')}`, known], EXIT_CODES.usage);
  }
  const wanted = sections.filter(isSectionName);
  const { snapshot, report } = await survey({
    ...(wanted.length > 0 ? { sections: wanted } : {}),
    signal: terminal.stopping,
    now: systemClock.now(),
  });
  if (json) terminal.print(JSON.stringify(snapshot, null, 2));
  else
    printTable(
      terminal,
      report.map((line) => [line.section, sentence(line, snapshot)]),
    );
  return EXIT_CODES.ok;
}

function sentence({ section, state, text }: SectionReport, snapshot: Snapshot): string {
  const status = state === 'collected' ? (snapshot[section]?.status ?? state) : state;
  return `${status.padEnd(10)}  ${text}`;
}

type Snapshot = Awaited<ReturnType<typeof survey>>['snapshot'];
