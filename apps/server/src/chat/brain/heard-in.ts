import type { Entry } from '@kenny/session';
import { cleanedToFit, isOperatorsWord } from '../../model-tools/index.js';
import { heardFrom, type Heard } from '../../origins/index.js';
import { BUDGETS } from '../limits.js';

/** Answers as the model was told them, newest first: as many as it had before it. */
export function* heardIn(entries: readonly Entry[]): Iterable<Heard> {
  let left = BUDGETS[0].historyChars;
  for (const { content } of [...entries].reverse()) {
    if (content.role !== 'tools') continue;
    for (const { tool, outcome } of [...content.results].reverse()) {
      // What people wrote is no PC's.
      if (isOperatorsWord({ name: tool })) continue;
      if (left <= 0) return;
      const { agent_id, result, error } = outcome;
      const told = cleanedToFit(result ?? error?.message, BUDGETS[0].resultChars);
      const heard = heardFrom(tool, agent_id, told);
      left -= heard.texts.length;
      yield heard;
    }
  }
}
