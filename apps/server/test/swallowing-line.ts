import { createServer, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { DatabaseConfig } from '../src/database/index.js';

/** A network between a server and its PostgreSQL. */
export interface SwallowingLine {
  /** Where the server finds PostgreSQL behind it. */
  readonly where: DatabaseConfig;
  /**
   * Every connection of now goes silent for good and neither side learns of it, not even when the
   * other one hangs up. New ones work.
   */
  swallow(): void;
  close(): Promise<void>;
}

/** @param folder - a short path: a socket is made in it */
export async function swallowingLine(
  { dataDir, database }: DatabaseConfig,
  folder: string,
): Promise<SwallowingLine> {
  if (database.type !== 'postgres') throw new Error('not on PostgreSQL');
  const url = new URL(database.url);
  const name = '.s.PGSQL.5432';
  const target = join(url.searchParams.get('host') ?? '', name);
  const pairs = new Set<readonly [Socket, Socket]>();
  const swallowed: Socket[] = [];
  const line = createServer((near) => {
    const far = connect(target);
    const pair = [near, far] as const;
    pairs.add(pair);
    const over = (): void => {
      if (!pairs.delete(pair)) return;
      near.destroy();
      far.destroy();
    };
    near.on('data', (bytes) => pairs.has(pair) && far.write(bytes));
    far.on('data', (bytes) => pairs.has(pair) && near.write(bytes));
    for (const end of pair) end.on('error', over).on('close', over).on('end', over);
  });
  await new Promise<void>((resolve) => line.listen(join(folder, name), resolve));
  url.searchParams.set('host', folder);
  return {
    where: { dataDir, database: { type: 'postgres', url: url.href } },
    swallow() {
      for (const pair of pairs) swallowed.push(...pair);
      pairs.clear();
    },
    async close() {
      for (const socket of [...swallowed, ...[...pairs].flat()]) socket.destroy();
      await new Promise((resolve) => line.close(resolve));
    },
  };
}
