import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Folders of this spec file, gone when its last test has ended.
 * @param parent - elsewhere than in memory: no agent may look below `/dev`
 */
export function tempDirs(parent = process.env['TEST_MEMORY_FOLDER'] ?? tmpdir()): () => string {
  const made: string[] = [];
  afterAll(() => {
    for (const dir of made) rmSync(dir, { recursive: true, force: true });
  });
  return () => {
    const dir = mkdtempSync(join(parent, 'kenny-server-'));
    made.push(dir);
    return dir;
  };
}
