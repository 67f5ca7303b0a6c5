import { CAPS } from '../constants.js';
import { Bool, Text } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { FsPath } from './fs-path.js';

export class FsReadArgs {
  @FsPath('File')
  path!: string;
}

export class FsReadResult {
  /** UTF-8; bytes that are not text come as U+FFFD. */
  @Text({ max: CAPS.fsReadBytes })
  content!: string;

  @Bool()
  truncated!: boolean;
}

export const fsRead = defineTool({
  name: 'fs_read',
  title: 'Read a file',
  does: 'Reads the file {path} on {pc}.',
  description:
    'Read a text file of the PC, its first 1 MB. Folders with keys, passwords or browser data are refused.',
  args: FsReadArgs,
  result: FsReadResult,
  effect: 'read',
  risk: 'none',
  sensitive: true,
  where: 'agent',
  topic: 'files',
  since: '0.8',
  os: ['windows', 'linux', 'macos'],
  guards: { path: ['path'] },
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
