import { Guard } from '@kenny/guard';
import { compileOperatorRules } from '@kenny/guard/operator-rules';
import { AGAINST_RULES, HARMLESS, HOSTILE, OPERATOR_RULES } from './guard-texts.mjs';

const RUNS = 7;
const guard = new Guard();
const strict = new Guard({ operatorRules: compileOperatorRules(OPERATOR_RULES) });
const ARGUMENTS = { powershell_exec: 'script', shell_exec: 'command' };

const hostile = Object.entries(HOSTILE).flatMap(([name, text]) =>
  Object.keys(ARGUMENTS).map((tool) => ({
    name: `${name}, ${tool}`,
    ms: leastMs(guard, tool, text),
  })),
);
const figures = {
  harmless: Object.entries(HARMLESS).map(([tool, text]) => leastMs(guard, tool, text)),
  hostile,
  plain: AGAINST_RULES.map((text) => leastMs(guard, 'powershell_exec', text)),
  withRules: AGAINST_RULES.map((text) => leastMs(strict, 'powershell_exec', text)),
};
process.send({ type: 'figures', figures }, () => process.disconnect());

/** Processor time: others on the machine are no slow guard. */
function leastMs(judge, tool, text) {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    judge.check(tool, { [ARGUMENTS[tool]]: text });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
