import type { Argument, Command, Option } from 'commander';

export interface Choice {
  readonly name: string;
  readonly description: string;
}

/** What may stand at a place of the line. */
export interface Value {
  /** As in the help: `pc`, `name=value`. */
  readonly name: string;
  /** Those known without a server. */
  readonly choices: readonly string[];
}

export interface Flag extends Choice {
  /** Short and long form. */
  readonly names: readonly string[];
  /** Undefined for a switch. */
  readonly value: Value | undefined;
}

/** One command and what can follow it. */
export interface Place extends Choice {
  readonly commands: readonly Place[];
  /** Its own, and those of the commands before it. */
  readonly flags: readonly Flag[];
  readonly args: readonly Value[];
}

/** Commands whose names begin so are for scripts, and not offered. */
export const FOR_SCRIPTS = '__';

/** The command tree, taken from commander itself. */
export function commandTree(command: Command, inherited: readonly Flag[] = []): Place {
  const own = command.options.filter(({ hidden }) => !hidden).map(flagOf);
  const flags = [...own, ...inherited];
  return {
    name: command.name(),
    description: command.description(),
    commands: command.commands
      .filter((child) => !child.name().startsWith(FOR_SCRIPTS))
      .map((child) => commandTree(child, flags)),
    flags: [...flags, ...(inherited.length === 0 ? [HELP] : [])],
    args: command.registeredArguments.map((argument) => valueOf(argument.name(), argument)),
  };
}

const HELP: Flag = {
  ...{ name: '--help', names: ['-h', '--help'], description: 'how it is called' },
  value: undefined,
};

function flagOf(option: Option): Flag {
  const { short, long, description, flags } = option;
  const value = /[<[](.+?)[>\]]/.exec(flags)?.[1];
  return {
    name: long ?? short ?? '',
    names: [short, long].filter((name) => typeof name === 'string'),
    description,
    value: value === undefined ? undefined : valueOf(value, option),
  };
}

function valueOf(name: string, { argChoices }: Pick<Argument | Option, 'argChoices'>): Value {
  return { name, choices: argChoices ?? [] };
}
