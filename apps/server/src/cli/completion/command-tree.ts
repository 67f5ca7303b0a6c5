import type { Command } from 'commander';

export interface Choice {
  readonly name: string;
  readonly description: string;
}

export interface Flag extends Choice {
  /** Short and long form. */
  readonly names: readonly string[];
  readonly takesValue: boolean;
  /** Known values. */
  readonly values: readonly string[];
}

/** One command and what can follow it. `place` is its path: `''`, ` agent`, ` agent list`. */
export interface Place {
  readonly place: string;
  readonly commands: readonly Choice[];
  readonly flags: readonly Flag[];
  /** Known values of its first argument. */
  readonly values: readonly string[];
}

/** The command tree, taken from commander itself. */
export function commandTree(
  program: Command,
  place = '',
  inherited: readonly Flag[] = [],
): Place[] {
  const own = [...program.options]
    .filter(({ hidden }) => !hidden)
    .map(({ short, long, description, flags, argChoices }) => ({
      name: long ?? short ?? '',
      names: [short, long].filter((name) => typeof name === 'string'),
      description,
      takesValue: /[<[]/.test(flags),
      values: argChoices ?? [],
    }));
  const flags = [...own, ...inherited];
  const commands = program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
  }));
  const [argument] = program.registeredArguments;
  return [
    { place, commands, flags: [...flags, HELP], values: argument?.argChoices ?? [] },
    ...program.commands.flatMap((command) =>
      commandTree(command, `${place} ${command.name()}`, flags),
    ),
  ];
}

const HELP: Flag = {
  name: '--help',
  names: ['--help'],
  description: 'how it is called',
  takesValue: false,
  values: [],
};
