import type { Entry, ToolUse } from '@kenny/session';
import { cleanedToFit, isAgentId, isQuestion, ROUTING } from '../../offer/index.js';
import { CommonTexts, SHORTEST } from './common-texts.js';
import { BUDGETS } from './limits.js';

/** A stretch of a call's arguments that stands, letter by letter, in what a PC answered before. */
export interface ForeignText {
  /** The PC that it came from. */
  readonly agent_id: string;
  /** The tool that brought it. */
  readonly tool: string;
  /** The argument of the call that it stands in now. */
  readonly argument: string;
  readonly text: string;
}

const MOST = 10;

/**
 * What a call takes over from answers of PCs, longest first: the person who decides has to know
 * that somebody else may have written it.
 */
export function foreignText(entries: readonly Entry[], call: ToolUse): ForeignText[] {
  const wanted = Object.entries(call.args)
    .filter(([name]) => name !== ROUTING.agent && name !== ROUTING.reason)
    .flatMap(([argument, value]) => textsOf(value).map((text) => ({ argument, text })))
    .filter(({ text }) => text.length >= SHORTEST)
    .map(({ argument, text }) => ({ argument, common: new CommonTexts(text) }));
  if (wanted.length === 0) return [];
  const found = new Map<string, ForeignText>();
  for (const { agent_id, tool, text: said } of answersOf(entries)) {
    for (const { argument, common } of wanted) {
      for (const text of common.in(said)) {
        const key = `${agent_id} ${argument} ${text}`;
        if (!found.has(key)) found.set(key, { agent_id, tool, argument, text });
      }
    }
  }
  return [...found.values()].sort((a, b) => b.text.length - a.text.length).slice(0, MOST);
}

/** Texts of PCs as the model was told them, newest first: as many as it had before it. */
function* answersOf(entries: readonly Entry[]) {
  let left = BUDGETS[0].historyChars;
  for (const { content } of [...entries].reverse()) {
    if (content.role !== 'tools') continue;
    for (const { tool, outcome } of [...content.results].reverse()) {
      // The operator's own words are nobody else's.
      if (isQuestion({ name: tool })) continue;
      const { agent_id, result, error } = outcome;
      const told = cleanedToFit(result ?? error?.message, BUDGETS[0].resultChars);
      for (const text of textsOf(told)) {
        if (left <= 0) return;
        left -= text.length;
        yield { agent_id: isAgentId(agent_id) ? agent_id : 'kenny', tool, text };
      }
    }
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
