import { CAPS } from '../constants.js';
import { Bool, Field, ListOf, Optional, Text } from '../define/decorators.js';
import type { Lookup } from '../define/lookup.js';
import { defineTool } from '../define/tool.js';

/** No control characters, and no first character that winget could read as an option. */
const WORDS_PATTERN = '^[^\\s\\u0000-\\u001f\\u007f-\\u009f/-][^\\u0000-\\u001f\\u007f-\\u009f]*$';

export class WingetSearchArgs {
  @Text({ pattern: WORDS_PATTERN, max: 100 })
  @Field({ label: 'Program', description: 'Its name, or a part of it.', example: 'VLC' })
  query!: string;
}

/** A program that could be installed. */
export class FoundProgram {
  @Text({ max: 512 })
  name!: string;

  @Text({ max: 128 })
  version!: string;

  /** Where it would be downloaded from, as winget calls it. */
  @Text({ max: 64 })
  source!: string;

  @Text({ max: 128 })
  id!: string;
}

export class WingetSearchResult {
  /** The best match first. */
  @ListOf(() => FoundProgram, CAPS.wingetSearch)
  packages!: FoundProgram[];

  /** True when there are more. */
  @Optional()
  @Bool()
  truncated?: boolean;
}

export const wingetSearch = defineTool({
  name: 'winget_search',
  title: 'Search for a program to install',
  does: 'Searches for {query} among the programs that {pc} could install.',
  description:
    'Search the programs that winget (the installer that comes with Windows) could install on a PC, by a part of the name. Installing one takes its package id.',
  args: WingetSearchArgs,
  result: WingetSearchResult,
  effect: 'read',
  risk: 'none',
  where: 'agent',
  topic: 'programs',
  since: '0.8+8',
  os: ['windows'],
  guards: {},
  unguarded: { query: 'only compared with names in a catalog; one argument, and never an option' },
  deadline: { default_s: 120 },
  hints: { destructive: false, idempotent: true, openWorld: true },
});

/** A package id among those that could be installed. */
export const INSTALLABLE: Lookup = {
  label: 'Program',
  tool: wingetSearch.name,
  list: 'packages' satisfies keyof WingetSearchResult,
  value: 'id' satisfies keyof FoundProgram,
  shows: ['name', 'version'] satisfies (keyof FoundProgram)[],
  query: 'query' satisfies keyof WingetSearchArgs,
};
