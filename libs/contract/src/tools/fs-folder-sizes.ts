import { CAPS } from '../constants.js';
import { Bool, ListOf, Optional, Text, Whole } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { FsPath } from './fs-path.js';

export class FsFolderSizesArgs {
  @FsPath('Folder')
  path!: string;
}

export class FolderSize {
  @Text()
  name!: string;

  /** On the disk, with everything below it; on Windows the lengths of the files. */
  @Whole({ min: 0 })
  bytes!: number;

  /** True when not all of it could be measured: it may be larger. */
  @Optional()
  @Bool()
  partial?: boolean;
}

export class FsFolderSizesResult {
  /** Those in the folder that was asked about, the largest first. */
  @ListOf(() => FolderSize, CAPS.fsFolderSizes)
  folders!: FolderSize[];

  /** Of the files that lie in it directly. */
  @Whole({ min: 0 })
  files_bytes!: number;

  /** True when there are more folders, or not all could be measured. */
  @Optional()
  @Bool()
  truncated?: boolean;
}

export const fsFolderSizes = defineTool({
  name: 'fs_folder_sizes',
  title: 'Show what fills a folder',
  does: 'Adds up what lies in each folder in {path} on {pc}.',
  description:
    'Show how much space each folder in a folder takes, the largest first: what fills a disk. Start with its root, then look into the largest.',
  args: FsFolderSizesArgs,
  result: FsFolderSizesResult,
  effect: 'read',
  risk: 'none',
  where: 'agent',
  topic: 'files',
  since: '0.8+7',
  os: ['windows', 'linux', 'macos'],
  guards: { path: ['path'] },
  deadline: { default_s: 60 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
