import { CAPS } from '../constants.js';
import { Bool, ListOf, Num, Optional, Text } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { FsPath } from './fs-path.js';

export class FsListArgs {
  @FsPath('Folder')
  path!: string;
}

export class FsEntry {
  @Text()
  name!: string;

  @Bool()
  is_dir!: boolean;

  /** Size of a file; 0 for a folder. */
  @Num({ min: 0 })
  bytes!: number;
}

export class FsListResult {
  @ListOf(() => FsEntry, CAPS.fsListEntries)
  entries!: FsEntry[];

  /** True when the folder holds more entries than are listed. */
  @Optional()
  @Bool()
  truncated?: boolean;
}

export const fsList = defineTool({
  name: 'fs_list',
  title: 'List a folder',
  does: 'Lists the folder {path} on {pc}.',
  description: 'List the names and sizes of what lies in one folder of the PC; nothing is opened.',
  args: FsListArgs,
  result: FsListResult,
  effect: 'read',
  risk: 'none',
  where: 'agent',
  topic: 'files',
  since: '0.8',
  os: ['windows', 'linux', 'macos'],
  guards: { path: ['path'] },
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
