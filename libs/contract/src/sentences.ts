import { CLEAN_TARGETS } from './clean-targets.js';
import { TOOL_SCRIPTS, TOOL_SENTENCES } from './generated/sentences.js';

/** A piece of a sentence: ours, or what the call gives, which somebody else wrote. */
export interface SentencePiece {
  readonly text: string;
  readonly given: boolean;
}

type Args = Readonly<Record<string, unknown>>;
type Sentence = readonly [sentence: string, args: Args];

/** Of a given text; what runs is shown whole below. */
const SHOWN_LENGTH = 80;

/**
 * What a call does, in plain words: `Installs Firefox on Reception.` Empty for a tool that is not
 * known here. It is made of the tool and of nothing that whoever asked says about it.
 * @param fix - the title of the remedy of ours that this call is, if it is exactly one
 */
export function sentenceOf(tool: string, args: Args, pc: string, fix?: string): SentencePiece[] {
  const own: Sentence | undefined = fix === undefined ? undefined : [fixSentence(fix), {}];
  const [sentence, given] = plainCommand(tool, args) ?? own ?? ofTool(tool, args) ?? ['', {}];
  return `${sentence}${own ? ' This is kenny’s own fix.' : ''}`
    .split(/(\{\w+\})/)
    .filter((text) => text !== '')
    .map((text) => {
      const name = /^\{(\w+)\}$/.exec(text)?.[1];
      if (name === undefined) return { text, given: false };
      return { text: name === 'pc' ? pc : shown(given[name]), given: true };
    });
}

/** `Turn the firewall on` becomes `Turns the firewall on, on {pc}.` */
function fixSentence(title: string): string {
  const comma = title.endsWith(' on') ? ',' : '';
  return `${title.replace(/^\w+/, '$&s')}${comma} on {pc}.`;
}

/** The names in `{…}`. */
export function namesIn(sentence: string): string[] {
  return [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}

function ofTool(tool: string, args: Args): Sentence | undefined {
  const sentences = Object.hasOwn(TOOL_SENTENCES, tool) ? TOOL_SENTENCES[tool] : undefined;
  const fits = sentences?.find((one) =>
    namesIn(one).every((name) => name === 'pc' || isGiven(args[name])),
  );
  return fits === undefined ? undefined : [fits, args];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function shown(value: unknown): string {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  const text = all.map((one) => inWords(String(one))).join(', ');
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

function inWords(value: string): string {
  const titles: Readonly<Record<string, string>> = CLEAN_TARGETS;
  return Object.hasOwn(titles, value) ? (titles[value] ?? value).toLowerCase() : value;
}

/** A whole script that is one line and nothing else. */
const only = (words: string) => new RegExp(`^${words}(?:\\r?\\n)?$`, 'i');
const SERVICE = `["']?(?<service>[a-z][\\w.-]{0,63})["']?`;
/** Without a dot: `poweroff.target` is no service. */
const UNIT = '(?<service>[a-z][\\w@-]{0,63})(?:\\.service)?';

const RESTARTS = 'Restarts {service} on {pc}.';
const RESTARTS_ALL = 'Restarts {service} on {pc}, and what depends on it.';
const STARTS = 'Starts {service} on {pc}.';
const STOPS = 'Stops {service} on {pc}, until somebody starts it again.';
const REBOOTS = 'Restarts {pc}. Work that is not saved there may be lost.';

/**
 * Commands so plain that their whole meaning can be said. What is not exactly one of them is a script,
 * of which the sentence promises nothing.
 */
const PLAIN = {
  powershell: [
    [only(`Restart-Service (?:-Name )?${SERVICE} -Force`), RESTARTS_ALL],
    [only(`Restart-Service (?:-Name )?${SERVICE}`), RESTARTS],
    [only(`Start-Service (?:-Name )?${SERVICE}`), STARTS],
    [only(`Stop-Service (?:-Name )?${SERVICE}`), STOPS],
    [only('Restart-Computer(?: -Force)?'), REBOOTS],
  ],
  posix: [
    [only(`(?:sudo )?systemctl restart ${UNIT}`), RESTARTS],
    [only(`(?:sudo )?systemctl start ${UNIT}`), STARTS],
    [only(`(?:sudo )?systemctl stop ${UNIT}`), STOPS],
    [only('(?:sudo )?(?:systemctl )?reboot'), REBOOTS],
    [only('df(?: -h)?(?: /)?'), 'Shows how full the disks of {pc} are.'],
  ],
} as const;

/** What people call a service, and what its absence means for them. */
const SERVICES: Readonly<Record<string, readonly [name: string, meanwhile: string]>> = {
  spooler: ['the Print Spooler', 'Printing stops'],
  cups: ['the printing service', 'Printing stops'],
  wuauserv: ['Windows Update', 'Updates stop'],
};

function plainCommand(tool: string, args: Args): Sentence | undefined {
  const runs = Object.hasOwn(TOOL_SCRIPTS, tool) ? TOOL_SCRIPTS[tool] : undefined;
  if (!runs) return undefined;
  const text = args[runs.argument];
  if (typeof text !== 'string') return undefined;
  for (const [pattern, does] of PLAIN[runs.shell]) {
    const found = pattern.exec(text);
    if (found) return aboutService(does, found.groups?.['service']);
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
