import {
  AUDIT_DEEDS,
  foldedWords,
  READ_WORDS,
  REQUEST_STEP_WORDS,
  TASK_ACTOR_WORDS,
  TOOLS,
  toolTitle,
} from '@kenny/contract';
import type { SelectQueryBuilder } from 'typeorm';
import type { AuditRowEntity } from './audit-row.entity.js';

/** A PC as people know it. */
export interface NamedPc {
  readonly id: string;
  readonly name: string;
}

const SEARCHED = ['actor_name', 'actor_id', 'agent_id', 'tool', 'target', 'code'] as const;

/** Words that are in every sentence. */
const FILLERS = new Set('a an and by for in is of on request the this to was with'.split(' '));

/** Further words of a text leave more rows. */
const MOST_WORDS = 8;

/** PCs that one word names; further ones are found by more of their name. */
const MOST_PCS = 1_000;

/** Rows that contain the text, and those whose sentence on the page has all its words. */
export function searchText(
  query: SelectQueryBuilder<AuditRowEntity>,
  text: string,
  pcs: readonly NamedPc[],
): void {
  const places = SEARCHED.map((name) => contains(`row.${name}`, 'text'));
  const words = wordsOf(text).map((word, i) => new Word(word, `word${i}`, pcs));
  const sentence = words.map(({ condition }) => condition).join(' AND ');
  const wanted = [...places, contains('row.args', 'json'), ...(sentence ? [`(${sentence})`] : [])];
  query.andWhere(`(${wanted.join(' OR ')})`, {
    text: containing(text),
    // Arguments are stored as JSON: quotes and backslashes stand there escaped.
    json: containing(JSON.stringify(text).slice(1, -1)),
    ...Object.fromEntries(words.flatMap(({ values }) => Object.entries(values))),
  });
}

/** Where one word may stand in a row's sentence: each part comes from where the page has it. */
class Word {
  readonly values: Record<string, unknown> = {};
  readonly condition: string;

  constructor(
    private readonly word: string,
    private readonly key: string,
    pcs: readonly NamedPc[],
  ) {
    const like = this.value(containing(word));
    const steps = Object.entries(REQUEST_STEP_WORDS).flatMap(([step, said]) =>
      this.isIn(said) ? [step] : [],
    );
    const named = pcs.flatMap(({ id, name }) => (this.isIn(name) ? [id] : []));
    const tools = TOOLS.flatMap(({ name }) => (this.isIn(toolTitle(name)) ? [name] : []));
    const parts = [
      contains('row.actor_name', like),
      // As the page shows it: `Agent error`.
      contains("REPLACE(row.code, '_', ' ')", like),
      this.oneOf('row.agent_id', named.slice(0, MOST_PCS)),
      this.oneOf('row.tool', tools),
      this.isIn(TASK_ACTOR_WORDS) ? "row.actor_kind = 'task'" : '',
      this.isIn(READ_WORDS) ? "(row.kind = 'call' AND row.approval_id IS NULL)" : '',
      steps.length > 0 ? `(row.kind = 'decision' AND ${this.oneOf('row.target', steps)})` : '',
      ...Object.entries(AUDIT_DEEDS).flatMap(([kind, deeds]) => this.deeds(kind, deeds)),
    ];
    this.condition = `(${parts.filter(Boolean).join(' OR ')})`;
  }

  private deeds(
    kind: string,
    deeds: Readonly<Record<string, { readonly did: string; readonly tried?: string }>>,
  ): string[] {
    const named = Object.entries(deeds).filter(
      ([, { did, tried = '' }]) => this.isIn(did) || this.isIn(tried),
    );
    if (named.length === 0) return [];
    const names = named.map(([name]) => (name === kind ? '' : this.deed(name)));
    const any = names.includes('') ? '' : ` AND (${names.join(' OR ')})`;
    return [`(row.kind = ${this.bound(kind)}${any})`];
  }

  /** A deed is named by the target, its first word, or the action in the arguments. */
  private deed(name: string): string {
    const [first = '', ...more] = name.split(' ');
    const last = more.at(-1) ?? '';
    const before = more.length === 0 ? '' : name.slice(0, -last.length - 1);
    const exactly = `row.target = ${this.bound(name)}`;
    if (more.length === 0) {
      const begins = `row.target LIKE ${this.bound(`${name} %`)} OR row.target LIKE ${this.bound(`${name}:%`)}`;
      return `(${exactly} OR ${begins} OR ${this.says('action', name)})`;
    }
    const both = `(row.target = ${this.bound(before)} AND ${this.says('action', last)})`;
    return `(${exactly} OR ${both} OR (${this.says('action', first)} AND ${this.says('scope', last)}))`;
  }

  /** Stored arguments are canonical: no space, and a quote within a text is escaped. */
  private says(field: string, value: string): string {
    return `row.args LIKE ${this.bound(`%"${field}":${JSON.stringify(value)}%`)}`;
  }

  private isIn(words: string): boolean {
    return foldedWords(words).includes(this.word);
  }

  private oneOf(column: string, values: readonly string[]): string {
    return values.length === 0 ? '' : `${column} IN (:...${this.value(values)})`;
  }

  private bound(value: string): string {
    return `:${this.value(value)}`;
  }

  private value(value: unknown): string {
    const name = `${this.key}_${Object.keys(this.values).length}`;
    this.values[name] = value;
    return name;
  }
}

function wordsOf(text: string): string[] {
  const words = foldedWords(text).match(/[\p{L}\p{N}][^\s"“”„«»,:;]*/gu) ?? [];
  const said = new Set(words.map((word) => word.replace(/[.!?]+$/, '')));
  return [...said].filter((word) => !FILLERS.has(word)).slice(0, MOST_WORDS);
}

function contains(place: string, parameter: string): string {
  return `LOWER(${place}) LIKE LOWER(:${parameter}) ESCAPE '~'`;
}

/** Escapes LIKE wildcards; either apostrophe finds both. */
function containing(text: string): string {
  return `%${text.replace(/[~%_]/g, '~$&').replace(/['’]/g, '_')}%`;
}
