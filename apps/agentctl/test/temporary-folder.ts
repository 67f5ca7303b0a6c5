import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A private folder for each test of the file; call it once per `describe`, ask for the path inside. */
export function temporaryFolder(): { readonly path: string } {
  const folder = { path: '' };
  beforeEach(async () => {
    folder.path = await mkdtemp(join(tmpdir(), 'agentctl-spec-'));
  });
  afterEach(() => rm(folder.path, { recursive: true, force: true }));
  return folder;
}
