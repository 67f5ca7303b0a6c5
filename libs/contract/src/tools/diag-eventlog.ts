import { Field, ListOf, Optional, Text, Whole } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';

/** Names of logs and units; nothing that a program could read as an option or a wildcard. */
const LOG_PATTERN = '^[A-Za-z0-9][A-Za-z0-9 _.,:@()/+-]*$';

export class DiagEventlogArgs {
  @Text({ pattern: LOG_PATTERN, max: 256 })
  @Field({
    label: 'Log',
    description: 'Windows: a log name such as System. Linux: system, auth, kernel or a unit name.',
    example: 'System',
  })
  log!: string;

  @Optional()
  @Whole({ min: 1, max: 1000 })
  @Field({ label: 'Newest events', default: 50 })
  count!: number;
}

export class LoggedEvent {
  @Text({ max: 40 })
  time!: string;

  @Text({ max: 64 })
  level!: string;

  @Text({ max: 512 })
  source!: string;

  @Text({ max: 64_000 })
  message!: string;
}

export class DiagEventlogResult {
  @ListOf(() => LoggedEvent, 1000)
  events!: LoggedEvent[];
}

export const diagEventlog = defineTool({
  name: 'diag_eventlog',
  title: 'Read the event log',
  does: [
    'Reads the newest {count} events in the log {log} of {pc}.',
    'Reads the newest events in the log {log} of {pc}.',
  ],
  description: "Read the newest events of one of the PC's logs, newest first.",
  args: DiagEventlogArgs,
  result: DiagEventlogResult,
  effect: 'read',
  risk: 'none',
  sensitive: true,
  where: 'agent',
  topic: 'expert',
  since: '0.8',
  os: ['windows', 'linux', 'macos'],
  guards: { powershell: ['log'], posix: ['log'], self_protection: ['log'] },
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
