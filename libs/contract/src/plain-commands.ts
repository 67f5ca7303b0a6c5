import { PC_RESTARTS, SERVICE_RESTARTS, type Effects } from './effects.js';
import { TOOL_DELETES, TOOL_SCRIPTS } from './generated/sentences.js';

export type CallArgs = Readonly<Record<string, unknown>>;
/** With names in `{…}`, and what stands for them. */
export type Sentence = readonly [sentence: string, args: CallArgs];

/** A command so plain that its whole meaning can be said. */
export interface PlainCommand {
  readonly told: Sentence;
  readonly effects: Effects;
}

/** A whole script that is one line and nothing else. */
const only = (words: string) => new RegExp(`^${words}(?:\\r?\\n)?$`, 'i');
const SERVICE = `["']?(?<service>[a-z][\\w.-]{0,63})["']?`;
/** Without a dot: `poweroff.target` is no service. */
const UNIT = '(?<service>[a-z][\\w@-]{0,63})(?:\\.service)?';

const RESTARTS = ['Restarts {service} on {pc}.', SERVICE_RESTARTS] as const;
const RESTARTS_ALL = [
  'Restarts {service} on {pc}, and what depends on it.',
  SERVICE_RESTARTS,
] as const;
const STARTS = ['Starts {service} on {pc}.', {}] as const;
const STOPS = ['Stops {service} on {pc}, until somebody starts it again.', {}] as const;
const REBOOTS = ['Restarts {pc}. Work that is not saved there may be lost.', PC_RESTARTS] as const;
const SHOWS_DISKS = ['Shows how full the disks of {pc} are.', { reads: true }] as const;

/** What is not exactly one of them is a script, of which nothing is promised. */
const PLAIN = {
  powershell: [
    [only(`Restart-Service (?:-Name )?${SERVICE} -Force`), ...RESTARTS_ALL],
    [only(`Restart-Service (?:-Name )?${SERVICE}`), ...RESTARTS],
    [only(`Start-Service (?:-Name )?${SERVICE}`), ...STARTS],
    [only(`Stop-Service (?:-Name )?${SERVICE}`), ...STOPS],
    [only('Restart-Computer(?: -Force)?'), ...REBOOTS],
  ],
  posix: [
    [only(`(?:sudo )?systemctl restart ${UNIT}`), ...RESTARTS],
    [only(`(?:sudo )?systemctl start ${UNIT}`), ...STARTS],
    [only(`(?:sudo )?systemctl stop ${UNIT}`), ...STOPS],
    [only('(?:sudo )?(?:systemctl )?reboot'), ...REBOOTS],
    [only('df(?: -h)?(?: /)?'), ...SHOWS_DISKS],
  ],
} as const;

/** What people call a service, and what its absence means for them. */
const SERVICES: Readonly<Record<string, readonly [name: string, meanwhile: string]>> = {
  spooler: ['the Print Spooler', 'Printing stops'],
  cups: ['the printing service', 'Printing stops'],
  wuauserv: ['Windows Update', 'Updates stop'],
};

/** The plain command that this call is, if it is exactly one. */
export function plainCommand(tool: string, args: CallArgs): PlainCommand | undefined {
  const runs = Object.hasOwn(TOOL_SCRIPTS, tool) ? TOOL_SCRIPTS[tool] : undefined;
  if (!runs) return undefined;
  const text = args[runs.argument];
  if (typeof text !== 'string') return undefined;
  for (const [pattern, does, effects] of PLAIN[runs.shell]) {
    const found = pattern.exec(text);
    if (found) return { told: aboutService(does, found.groups?.['service']), effects };
  }
  return undefined;
}

function aboutService(does: string, service: string | undefined): Sentence {
  if (service === undefined) return [does, {}];
  const name = service.toLowerCase();
  const [title, meanwhile] = (Object.hasOwn(SERVICES, name) ? SERVICES[name] : undefined) ?? [];
  if (title === undefined) return [does.replace('{service}', 'the service {service}'), { service }];
  const then = does.startsWith('Restarts') ? ` ${meanwhile} for a few seconds.` : '';
  return [`${does}${then}`, { service: title }];
}

/** Of a command so plain that it can be said; undefined for any other call. */
export function effectsOf(tool: string, args: CallArgs): Effects | undefined {
  return plainCommand(tool, args)?.effects;
}

/** Whether such a call runs a script, of which the tool alone says next to nothing. */
export function runsScript(tool: string): boolean {
  return Object.hasOwn(TOOL_SCRIPTS, tool);
}

/** What such a call deletes, in words; undefined when it deletes nothing, or may delete anything. */
export function deletesOf(tool: string): string | undefined {
  return Object.hasOwn(TOOL_DELETES, tool) ? TOOL_DELETES[tool] : undefined;
}
