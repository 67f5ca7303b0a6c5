import { CONTROL_FILE } from '@kenny/contract/agent';
import { builtInRules } from '../built-in.js';
import type { NamedRule } from '../compiled-rules.js';
import { PROTECTED_PATHS } from '../rules/protected-paths.js';
import { matchesGlob } from './glob.js';

const MAX_WORD = 1000;
/** Only the tools of files keep out of these; programs use them all day. */
const VIEWS = new Set(PROTECTED_PATHS.flatMap(({ id, kind }) => (kind === 'view' ? id : [])));
const OWN = 'path_own_files';

interface Place {
  readonly rule: NamedRule;
  readonly names: readonly string[];
}

/** One person stands for all: what is at home is at home everywhere. */
const HOME = /^\/(home|users)\/[^/]+(?=\/|$)/;
const atHome = (path: string) => path.replace(HOME, '/$1/anna');
const namesOf = (path: string) => atHome(path).slice(1).split('/');

const PLACES: readonly Place[] = PROTECTED_PATHS.flatMap(({ id, reason, kind, places }) =>
  kind === 'secret'
    ? places.map((place) => ({ rule: { id, reason }, names: namesOf(place.toLowerCase()) }))
    : [],
);
/** Folders that hold nothing but what belongs to kenny. */
const OWN_FOLDERS: readonly Place[] = PLACES.filter(({ rule }) => rule.id === OWN).map(
  ({ rule, names }) => ({ rule, names: names.slice(0, -1) }),
);

/**
 * The rule of `rules/protected-paths.ts` that a word of a command breaks when its file is read: the
 * file itself, a folder that holds nothing else, or a wildcard that covers one.
 * @param word as the canonical form spells it
 * @param packs the command takes whole trees: `*` in a folder of the system is everyday backup
 */
export function protectedWord(word: string, packs: boolean): NamedRule | undefined {
  const path = pathOf(word);
  if (path === undefined || path.endsWith(`/${CONTROL_FILE}`)) return undefined;
  const names = namesOf(path);
  if (!/[*?[]/.test(path)) return byRule(path) ?? byPlace(OWN_FOLDERS, names);
  const folder = path.slice(0, path.search(/[^/]*[*?[]/));
  if (packs && path.endsWith('/*')) return byPlace(OWN_FOLDERS, names.slice(0, -1));
  return byRule(`${folder}x`) ?? byPlace(PLACES, names) ?? byPlace(OWN_FOLDERS, names);
}

/** One spelling, as the rules of paths meet it; undefined when the word is no path. */
function pathOf(word: string): string | undefined {
  if (word.length > MAX_WORD) return undefined;
  const bare = word.replace(/^(?:@|[a-z-]+=@?|file:\/\/|filesystem::)/, '').replace(/^[a-z]:/, '');
  const slashed = bare.replaceAll('\\', '/').replace(/[/,]+$/, '');
  if (slashed.startsWith('-') || !/^[/.]|\/|^id_/.test(slashed)) return undefined;
  return slashed.startsWith('/') ? slashed : `/${slashed.replace(/^(?:\.\.?\/)+/, '')}`;
}

function byRule(path: string): NamedRule | undefined {
  const rules = builtInRules('path');
  // A blank in a path is written as `_`, so that it looks like no end of the word.
  const rule =
    rules.find(path) ?? (path.includes('_') ? rules.find(path.replaceAll('_', ' ')) : undefined);
  return rule && !VIEWS.has(rule.id.split('.')[0] ?? '') ? rule : undefined;
}

const byPlace = (places: readonly Place[], names: readonly string[]): NamedRule | undefined =>
  places.find(
    (place) =>
      place.names.length === names.length &&
      place.names.every((name, at) => matchesGlob(names[at] ?? '', name)),
  )?.rule;
