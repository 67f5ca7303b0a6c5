import { CAPS } from '../constants.js';
import { Bool, Field, Optional, Text, TextList } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { FsPath } from './fs-path.js';

export class FsSearchArgs {
  @FsPath('Start folder')
  root!: string;

  @Text({ min: 1, max: 255 })
  @Field({
    label: 'Part of the file name',
    description:
      'Such as invoice. Upper and lower case count as the same; * and ? are taken as they are.',
  })
  pattern!: string;
}

export class FsSearchResult {
  @TextList({ max: CAPS.fsSearchMatches })
  matches!: string[];

  /** True when there are more matches, or not every folder could be searched in time. */
  @Optional()
  @Bool()
  truncated?: boolean;
}

export const fsSearch = defineTool({
  name: 'fs_search',
  title: 'Find files',
  does: 'Looks for files with {pattern} in their name, below {root} on {pc}.',
  description:
    'Find files by a part of their name, in a folder and all folders in it. Shows where each of them is.',
  args: FsSearchArgs,
  result: FsSearchResult,
  effect: 'read',
  risk: 'none',
  sensitive: true,
  where: 'agent',
  topic: 'files',
  since: '0.8',
  os: ['windows', 'linux', 'macos'],
  guards: { path: ['root'] },
  unguarded: { pattern: 'compared with file names inside the agent; no program or file sees it' },
  deadline: { default_s: 60 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
