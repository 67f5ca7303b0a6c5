import {
  API_PATHS,
  EXIT_CODES,
  type ExitCode,
  type PolicyVerdict,
  type RuleView,
} from '@kenny/contract/client';
import { confirmed } from '../confirm.js';
import type { Invocation } from '../invocation.js';
import { ago } from '../output/durations.js';
import { look, say, Shown } from '../output/shown.js';
import { table } from '../output/table.js';
import { argsFor, toolNamed, type ArgOptions } from '../tool/args-for.js';

export interface AddRuleOptions {
  readonly pattern: string;
  readonly appliesTo: string;
  readonly reason: string;
}

export async function listRules(call: Invocation): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('GET', API_PATHS.policyRules);
  await call.present(client, 'RuleList', answer, ({ items }) =>
    ruleLines(items, answer.serverTime, call.screen.width),
  );
  return EXIT_CODES.ok;
}

export async function addRule(
  call: Invocation,
  id: string,
  { pattern, appliesTo, reason }: AddRuleOptions,
): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('POST', API_PATHS.policyRules, {
    body: { id, applies_to: appliesTo, pattern, reason },
  });
  await call.present(client, 'RuleView', answer, (rule) => [
    say`Rule ${rule.id} holds on every PC from now on.`,
  ]);
  return EXIT_CODES.ok;
}

export async function removeRule(call: Invocation, id: string, yes: boolean): Promise<ExitCode> {
  const client = call.client();
  const question = say`Remove the rule ${id}? What it blocked can run again once approved.`;
  if (!yes && !(await confirmed(call, question))) return EXIT_CODES.failed;
  await client.request('DELETE', API_PATHS.policyRule(id));
  if (!call.screen.json) call.screen.print(say`Rule ${id} is removed.`);
  return EXIT_CODES.ok;
}

/** Exits as the call itself would: `refused` when the guard blocks it. */
export async function testCall(
  call: Invocation,
  tool: string,
  options: ArgOptions,
): Promise<ExitCode> {
  const client = call.client();
  const args = await argsFor(call, await toolNamed(client, tool), options);
  const answer = await client.request('POST', API_PATHS.policyTest, { body: { tool, args } });
  const verdict = await client.read('PolicyVerdict', answer);
  if (call.screen.json) call.screen.printJson(answer.raw);
  else {
    call.screen.print(verdictLine(verdict));
    for (const { line } of verdict.look_twice)
      call.screen.print(say`  ${look('Look twice', 'yellow')}: ${line}`);
  }
  return verdict.blocked ? EXIT_CODES.refused : EXIT_CODES.ok;
}

function verdictLine({ blocked, rule_id, reason }: PolicyVerdict): Shown {
  if (!blocked) return say`${look('let through', 'green')}: no rule matches.`;
  return say`${look('refused', 'red')} by ${rule_id ?? 'a rule'}: ${reason ?? 'no reason given'}`;
}

function ruleLines(rules: readonly RuleView[], now: number, width: number | undefined): Shown[] {
  if (rules.length === 0) return [say`No rules beyond the built-in ones.`];
  const rows = rules.map(({ id, applies_to, pattern, reason, created_by, created_at }) => [
    ...[id, applies_to, Shown.marked(pattern, 'code'), created_by, ago(created_at, now), reason],
  ]);
  return table(['rule', 'reads', 'pattern', 'by', 'made', 'reason'], rows, width);
}
