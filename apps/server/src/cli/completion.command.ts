import { EXIT_CODES } from '@kenny/contract/client';
import { Argument, type Command } from 'commander';
import { commandTree, type Choice } from './completion/command-tree.js';
import { serverValues } from './completion/server-values.js';
import { ASKED, completionScript, SHELLS, type Shell } from './completion/shell-scripts.js';
import { readLine, type TypedLine } from './completion/typed-line.js';
import { Invocation, type Globals, type Run } from './invocation.js';
import { Shown } from './output/shown.js';

/** Nobody waits longer for a Tab. */
const PATIENCE_MS = 1_000;
/** More than anybody reads. */
const MOST = 200;
const WIDEST = 60;
/** What a server's value may be in a command line: a word to every shell, and no option. */
const PLAIN_WORD = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.@%+:=/-]{0,127}$/u;

export function addCompletionCommand(program: Command, run: Run): void {
  program
    .command('completion')
    .description('what a shell needs to complete the words of this program')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .action((shell: Shell, _: object, command: Command) =>
      run(command, ({ io }) => {
        io.out.write(completionScript(shell));
        return Promise.resolve(EXIT_CODES.ok);
      }),
    );
  program
    .command(`${ASKED} [words...]`, { hidden: true })
    .action((words: string[], _: object, command: Command) =>
      run(command, async ({ io }) => {
        const line = readLine(commandTree(program), words);
        const served = await known(new Invocation(io, globalsOf(line)), line);
        const found = [...line.choices, ...served.filter(({ name }) => PLAIN_WORD.test(name))];
        const offered = found.map((choice) => offer(choice, line)).filter((text) => text !== '');
        io.out.write(offered.slice(0, MOST).join(''));
        return EXIT_CODES.ok;
      }),
    );
}

/** What the server knows; without one in time, or without a token, nothing. */
async function known(call: Invocation, line: TypedLine): Promise<Choice[]> {
  try {
    return await serverValues(call.client(PATIENCE_MS), line);
  } catch {
    return []; // a word that is being typed is no place for an error
  }
}

/** The server that the typed line itself speaks to. */
function globalsOf({ given }: TypedLine): Globals {
  const url = given.get('--url')?.at(-1);
  return { insecure: given.has('--insecure'), ...(url === undefined ? {} : { url }) };
}

function offer({ name, description }: Choice, { typed, head }: TypedLine): string {
  if (!name.startsWith(typed)) return '';
  const about = Shown.text(description).clip(WIDEST).plain;
  return `${head}${name}${about === '' ? '' : `\t${about}`}\n`;
}
