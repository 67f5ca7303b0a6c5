import { Guard } from '@kenny/guard';
import { parentPort } from 'node:worker_threads';
import type { JudgeMessage, VerdictMessage } from './worker-messages.js';

/** Runs in a worker thread: one guard, warmed once, one verdict a message. */
const guard = new Guard({});

parentPort?.on('message', ({ id, tool, args, rules }: JudgeMessage) => {
  if (rules) guard.setOperatorRules(rules);
  const answer: VerdictMessage = { id, verdict: guard.check(tool, args) };
  parentPort?.postMessage(answer);
});
