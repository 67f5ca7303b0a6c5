import {
  effectsOf,
  sentenceOf,
  toolTitle,
  type Effects,
  type Os,
  type SentencePiece,
} from '@kenny/contract/web';
import type { Remedy } from './remedy.js';
import { remedyOf } from './same-call.js';

/** A call as whoever approves it reads it, on every page and at every door. */
export interface ToldCall {
  /** In a few words: of the fix that it is, else of its tool. */
  readonly title: string;
  readonly sentence: readonly SentencePiece[];
  /** What is known of this very call; undefined when only its tool is known. */
  readonly effects: Effects | undefined;
}

/**
 * What a call does, made of the call alone: nothing that somebody says about it counts.
 * @param pc - as people call it, and its system where that is known: a fix of ours is one on its own only
 */
export function tellCall(
  call: { readonly tool: string; readonly args: Readonly<Record<string, unknown>> },
  pc: { readonly name: string; readonly os?: Os | undefined },
  remedies: readonly Remedy[],
): ToldCall {
  const { tool, args } = call;
  const fix = remedyOf(remedies, pc.os, call);
  return {
    title: fix?.title ?? toolTitle(tool),
    sentence: sentenceOf(tool, args, pc.name, fix?.title),
    effects: fix?.effects ?? effectsOf(tool, args),
  };
}
