import { OPERATOR_RULE_GROUPS } from '@kenny/contract/client';
import { Option, type Command } from 'commander';
import type { Run } from './invocation.js';
import { addRule, listRules, removeRule, testCall, type AddRuleOptions } from './policy/rules.js';
import { argPair, type ArgOptions } from './tool/args-for.js';

export function addPolicyCommands(program: Command, run: Run): void {
  const policy = program.command('policy').description('deny rules beyond the built-in ones');
  policy
    .command('list')
    .description("the operators' own deny rules")
    .action((_: object, command: Command) => run(command, listRules));
  policy
    .command('add <id>')
    .description('refuse what a pattern matches, on every PC')
    .requiredOption('--pattern <regexp>', 'RE2 syntax, at most 1,000 characters')
    .addOption(
      new Option('--applies-to <group>', 'which arguments it reads')
        .choices(OPERATOR_RULE_GROUPS)
        .makeOptionMandatory(),
    )
    .requiredOption('--reason <text>', 'shown to whoever is refused')
    .action((id: string, options: AddRuleOptions, command: Command) =>
      run(command, (call) => addRule(call, id, options)),
    );
  policy
    .command('remove <id>')
    .description('remove a custom rule; built-in ones stay')
    .option('-y, --yes', 'do not ask')
    .action((id: string, { yes }: { yes?: boolean }, command: Command) =>
      run(command, (call) => removeRule(call, id, yes === true)),
    );
  policy
    .command('test <tool>')
    .description('would the guard refuse this call? nothing is sent to a PC')
    .option('--arg <name=value>', 'an argument, repeatable; of a list, one value each', argPair)
    .option('--json-args <json>', 'the arguments as a JSON object; -: from standard input')
    .action((tool: string, options: ArgOptions, command: Command) =>
      run(command, (call) => testCall(call, tool, options)),
    );
}
