import type { PermissionAsk, PermissionOption as Offered } from '@kenny/acp';
import type { PermissionOption } from '@kenny/contract';
import { canonicalText, visibleText } from '@kenny/kernel';
import { createHash, randomUUID } from 'node:crypto';
import { cutToFit } from '../../model-tools/index.js';
import type { TaskPermissionEntity } from '../store/index.js';

/** Characters of what people and other programs are shown. */
const LENGTHS = { title: 2_000, name: 500, kind: 64, id: 256, option: 128 } as const;
/** Characters of all that is shown of a call. */
const SHOWN = 64 * 1024;
const MOST_OPTIONS = 20;

/** An id that is sent back as it came: one that hides something is no choice for a person. */
const PLAIN_ID = new RegExp(`^[^\\p{C}]{1,${LENGTHS.option}}$`, 'u');

/** The run whose agent asks. */
export interface AskingRun {
  readonly task_id: string;
  /** By which people know who asks: the task's title. */
  readonly task_title: string;
  readonly run_id: string;
  readonly turn_id: string;
  readonly policy: 'ask' | 'deny';
  /** Of its token: who decides has to reach them all. Null = all PCs. */
  readonly agents: readonly string[] | null;
  /** What the agent calls itself in its answer to `initialize`. */
  readonly agent_name: string;
}

/** What is stored of a permission when it is asked for. */
export function askedPermission(
  run: AskingRun,
  ask: PermissionAsk,
  { now, ttlMs }: { readonly now: number; readonly ttlMs: number },
): TaskPermissionEntity {
  const { tool } = ask;
  const shown = shownOf(ask);
  const about = {
    ...{ id: randomUUID(), task_id: run.task_id, run_id: run.run_id, turn_id: run.turn_id },
    session_id: oneLine(ask.sessionId, LENGTHS.id),
    tool_call_id: oneLine(tool.id, LENGTHS.id),
    title: shownText(tool.title ?? tool.toolName ?? 'a tool of its own', LENGTHS.title),
    kind: oneLine(tool.toolKind ?? 'other', LENGTHS.kind),
    shown,
    options: optionsOf(ask.options),
    agents: run.agents && [...run.agents],
  };
  return {
    ...about,
    shown_sha256: sha256Of(about),
    ...{ created_at: now, expires_at: now + ttlMs },
    ...{ outcome: null, option_id: null, why: null, decided_by: null, decided_at: null },
  };
}

/** Over all that a person sees, and the id of this one ask: an answer counts for nothing else. */
export function sha256Of(
  row: Pick<
    TaskPermissionEntity,
    'id' | 'task_id' | 'session_id' | 'tool_call_id' | 'title' | 'kind' | 'shown' | 'options'
  >,
): string {
  const { id, task_id, session_id, tool_call_id, title, kind, shown, options } = row;
  const text = canonicalText({
    id,
    task_id,
    session_id,
    tool_call_id,
    title,
    kind,
    shown,
    options,
  });
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** All that the agent says of the call, in its own words: whoever draws it marks what they hide. */
function shownOf({ tool, cut }: PermissionAsk): Record<string, unknown> {
  const { toolName, rawInput, content, locations } = tool;
  const all = {
    ...(toolName === undefined ? {} : { tool: toolName }),
    ...(rawInput === undefined ? {} : { input: rawInput }),
    ...(content === undefined ? {} : { content }),
    ...(locations === undefined ? {} : { locations }),
  };
  const fitting = storable(cutToFit(all, SHOWN));
  return { ...(isRecord(fitting) ? fitting : {}), ...(cut ? { cut: true } : {}) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Half characters and NUL have no canonical text. `@kenny/acp` bounds how deep it goes. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\u0000', '⟨U+0000⟩');
  if (Array.isArray(value)) return value.map(storable);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storable(key), storable(inner)]),
  );
}

function optionsOf(offered: readonly Offered[]): PermissionOption[] {
  return offered
    .filter(({ optionId }) => PLAIN_ID.test(optionId))
    .slice(0, MOST_OPTIONS)
    .flatMap(({ optionId, name, kind }) =>
      kind === 'other' ? [] : [{ option_id: optionId, name: oneLine(name, LENGTHS.name), kind }],
    );
}

/** As a command is shown: look-alikes and unusual blanks are marked as well. */
function shownText(text: string, most: number): string {
  return cutLine(visibleText(text.slice(0, most), 'code').replaceAll(/[\n\t]+/gu, ' '), most);
}

function oneLine(text: string, most: number): string {
  return cutLine(visibleText(text.slice(0, most), 'line'), most);
}

function cutLine(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}
