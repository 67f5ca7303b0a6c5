import { nodeLine, SERVER_PROGRAM } from './processes.mjs';

/** `kenny …` on the server's own machine. @returns its exit code and what it said */
export async function kenny(world, args, { patienceMs = 60_000 } = {}) {
  const env = {
    KENNY_DATA_DIR: world.dataDir,
    KENNY_URL: world.url,
    KENNY_TOKEN: world.admin.token,
    ...(world.database ? { KENNY_DATABASE_URL: world.database.url } : {}),
  };
  const program = world.start('kenny', nodeLine(SERVER_PROGRAM, ...args), {
    ...{ cwd: world.folder, env },
  });
  const end = await program.endsWithin(patienceMs);
  if (!end) await program.kill();
  return { code: end?.code, said: program.output };
}
