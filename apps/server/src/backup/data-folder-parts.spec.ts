import { SERVER_FILES } from '@kenny/contract';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDirs } from '../../test/temp-dir.js';
import { isPartName, partsIn } from './data-folder-parts.js';

const newDir = tempDirs();
const { prompts, skills, releases, blobs, taskFolders, agentHomes, backups, restore } =
  SERVER_FILES;
const FOLDERS = [
  prompts,
  skills,
  releases,
  blobs,
  taskFolders,
  agentHomes,
  backups,
  restore,
] as string[];

/** What a server can be without, each with its reason in the guide or because it is of one process. */
const LEFT_OUT = [
  ...[SERVER_FILES.releaseFeed, SERVER_FILES.update, SERVER_FILES.lock, SERVER_FILES.address],
  ...[SERVER_FILES.firstToken, SERVER_FILES.firstMcpCommand],
  ...[blobs, taskFolders, agentHomes, backups, restore],
] as string[];

it('every file of a data folder is part of a backup, or left out on purpose', () => {
  const dataDir = newDir();
  for (const name of Object.values<string>(SERVER_FILES)) {
    if (!FOLDERS.includes(name)) writeFileSync(join(dataDir, name), 'x');
    else {
      mkdirSync(join(dataDir, name));
      writeFileSync(join(dataDir, name, 'one'), 'x');
    }
  }
  const names = Object.values<string>(SERVER_FILES).map((name) =>
    FOLDERS.includes(name) ? `${name}/one` : name,
  );
  const left = LEFT_OUT.map((name) => (FOLDERS.includes(name) ? `${name}/one` : name));
  expect(names.filter((name) => !isPartName(name)).sort()).toEqual(left.sort());
  const still = partsIn(dataDir).map(({ name }) => name);
  expect(still.every(isPartName)).toBe(true);
  expect(still).toEqual(expect.arrayContaining([SERVER_FILES.key, SERVER_FILES.alertsKey]));
});
