import { Guard } from '@kenny/guard';
import { compileOperatorRules } from '@kenny/guard/operator-rules';
import { parentPort } from 'node:worker_threads';
import type { JudgeMessage, VerdictMessage } from './worker-messages.js';

/** Runs in a worker thread: one guard, one verdict a message. */
const guard = new Guard({});

parentPort?.on('message', ({ id, tool, args, rules }: JudgeMessage) => {
  if (rules) guard.useOperatorRules(compileOperatorRules(rules));
  const answer: VerdictMessage = { id, verdict: guard.check(tool, args) };
  parentPort?.postMessage(answer);
});
