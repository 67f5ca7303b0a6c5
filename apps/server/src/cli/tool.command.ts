import { EXPIRES_IN_S } from '@kenny/contract/client';
import type { Command } from 'commander';
import { LONGEST_WAIT_S } from './approvals/await-outcome.js';
import type { Run } from './invocation.js';
import { count } from './option-values.js';
import { argPair } from './tool/args-for.js';
import { listTools } from './tool/list.js';
import { runTool, type RunOptions } from './tool/run.js';

export function addToolCommands(program: Command, run: Run): void {
  const tool = program.command('tool').description('what can be done on a PC');
  tool
    .command('list')
    .description('every tool with its arguments')
    .action((_: object, command: Command) => run(command, listTools));
  tool
    .command('run <tool> [pcs...]')
    .description('run a tool on one PC or several; a change waits for approval on each PC')
    .option('--agent <pc>', 'the PC, when it does not follow the tool')
    .option('--tag <tag>', 'every PC with this tag')
    .option('--all', 'every PC')
    .option('--arg <name=value>', 'an argument, repeatable; of a list, one value each', argPair)
    .option('--json-args <json>', 'the arguments as a JSON object; -: from standard input')
    .option('--reason <text>', 'for whoever decides (280 characters)')
    .option(
      '--expires-in <seconds>',
      'how long a change may wait for approval, 60 to 86,400',
      count(EXPIRES_IN_S.most),
    )
    .option('--wait <seconds>', "for a change's end at most", count(LONGEST_WAIT_S))
    .action((name: string, pcs: string[], options: RunOptions, command: Command) =>
      run(command, (call) => runTool(call, name, pcs, options)),
    );
}
