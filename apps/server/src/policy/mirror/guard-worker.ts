import { Guard } from '@kenny/guard';
import { lookTwice, readMarks } from '@kenny/guard/look-twice';
import { compileOperatorRules } from '@kenny/guard/operator-rules';
import { parentPort } from 'node:worker_threads';
import type { JudgeMessage, VerdictMessage } from './worker-messages.js';

/** Runs in a worker thread: one guard, one verdict a message. */
const guard = new Guard({});
readMarks();

parentPort?.on('message', ({ id, tool, args, rules }: JudgeMessage) => {
  if (rules) guard.useOperatorRules(compileOperatorRules(rules));
  const look_twice = lookTwice(tool, args);
  const answer: VerdictMessage = { id, verdict: guard.check(tool, args), look_twice };
  parentPort?.postMessage(answer);
});
