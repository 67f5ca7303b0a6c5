import { systemClock, type Clock } from '@kenny/kernel';
import type { Tx } from '../src/database/index.js';

/** However slow this machine is: no batch is full because its time is up. */
export const TIMELESS: Clock = { ...systemClock, monotonic: () => 0 };

/** Work that succeeds and lets the COMMIT of its whole batch fail: the foreign key waits for it. */
export async function breakCommit({ manager }: Tx): Promise<void> {
  await manager.query(
    `CREATE TABLE broken (id text PRIMARY KEY,
       other text REFERENCES broken (id) DEFERRABLE INITIALLY DEFERRED)`,
  );
  await manager.query("INSERT INTO broken VALUES ('1', 'nobody')");
}
