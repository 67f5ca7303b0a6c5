import { PACKAGE_FILES, type Os } from '@kenny/contract';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What `npm run package:<os>` would leave there, with an archive of a few bytes. */
export async function aPackage(
  packagesFolder: string,
  content: string | Buffer = 'an archive',
  os: Os = 'linux',
): Promise<void> {
  const folder = join(packagesFolder, os);
  await mkdir(folder, { recursive: true });
  const name = `kenny-agent-0.1.0-${os}-x64`;
  const sha256 = createHash('sha256').update(content).digest('hex');
  const archive = {
    name: `${name}.${os === 'windows' ? 'zip' : 'tar.gz'}`,
    bytes: content.length,
    sha256,
  };
  await writeFile(join(folder, archive.name), content);
  const manifest = { version: '0.1.0', arch: 'x64', folder: name, archive };
  await writeFile(join(folder, PACKAGE_FILES.manifest), JSON.stringify(manifest));
}
