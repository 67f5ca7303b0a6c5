import { strictFake } from '@kenny/testing';
import { InlineGuardExecutor } from '../../../test/inline-guard-executor.js';
import { InProcessEventBus } from '../../kernel/index.js';
import type { RulesService } from '../rules/rules.service.js';
import { GuardMirror } from './guard-mirror.js';

const LONG = `systemctl restart cups # ${'x'.repeat(10_000)}`;

const DANGEROUS = `rm -rf --no-preserve-root / # ${'x'.repeat(10_000)}`;

function aMirror() {
  const executor = new InlineGuardExecutor();
  const judge = jest.spyOn(executor, 'judge');
  const rules = strictFake<RulesService>('RulesService', { rules: () => [] });
  const mirror = new GuardMirror(rules, executor, new InProcessEventBus(), {
    all: ['http://kenny.test'],
  });
  mirror.readAhead();
  return { mirror, judge };
}

it.each([
  ['short', 'echo hello', 0],
  ['long', LONG, 1],
])('a %s change is judged and marked by one question', async (_, command, questions) => {
  const { mirror, judge } = aMirror();
  const { verdict, look_twice } = await mirror.examine('shell_exec', { command });
  expect(judge).toHaveBeenCalledTimes(questions);
  expect(verdict.blocked).toBe(false);
  expect(look_twice).toEqual(await mirror.lookTwice('shell_exec', { command }));
});

it.each([
  ['short', 'echo hello', false, 0],
  ['long', LONG, false, 1],
  ['long dangerous', DANGEROUS, true, 1],
])('a %s call is tried by one question', async (_, command, blocked, questions) => {
  const { mirror, judge } = aMirror();
  const { refused, look_twice } = await mirror.explain('shell_exec', { command });
  expect(judge).toHaveBeenCalledTimes(questions);
  expect(refused?.verdict.blocked ?? false).toBe(blocked);
  expect(look_twice).toEqual(await mirror.lookTwice('shell_exec', { command }));
});
