import { PACKAGE_FILES } from '@kenny/contract';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What `npm run package:linux` would leave there, with an archive of a few bytes. */
export async function aPackage(packagesFolder: string, content = 'an archive'): Promise<void> {
  const folder = join(packagesFolder, 'linux');
  await mkdir(folder, { recursive: true });
  const sha256 = createHash('sha256').update(content).digest('hex');
  const archive = { name: 'kenny-agent-0.1.0-linux-x64.tar.gz', bytes: content.length, sha256 };
  await writeFile(join(folder, archive.name), content);
  const manifest = {
    version: '0.1.0',
    arch: 'x64',
    folder: 'kenny-agent-0.1.0-linux-x64',
    archive,
  };
  await writeFile(join(folder, PACKAGE_FILES.manifest), JSON.stringify(manifest));
}
