import { SERVER_FILES } from '@kenny/contract';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Installation } from './installation.js';
import type { World } from './world.js';

/** Stops the server and starts it on the database as it was before `work`, like a restored backup. */
export async function setBackAfter(
  world: World,
  installation: Installation,
  work: () => Promise<void>,
): Promise<void> {
  const { dataDir } = installation;
  const copy = world.makeFolder('database-copy');
  await installation.server?.stop();
  copyDatabase(dataDir, copy);
  await installation.startServer();
  await work();
  await installation.server?.stop();
  copyDatabase(copy, dataDir);
  await installation.startListening();
}

/** All files of the database, instead of those that are there. */
function copyDatabase(from: string, to: string): void {
  for (const file of filesOf(to)) rmSync(join(to, file));
  for (const file of filesOf(from)) cpSync(join(from, file), join(to, file));
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder).filter((file) => file.startsWith(SERVER_FILES.database));
