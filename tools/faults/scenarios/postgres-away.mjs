import { chmodSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Crowd } from '../crowd.mjs';
import { smallDisk } from '../disks.mjs';
import { OwnPostgres } from '../own-postgres.mjs';
import { openPostgres } from '../postgres.mjs';
import { now } from '../processes.mjs';
import { must, none, truthRows } from '../rows.mjs';
import {
  doneRows,
  firstChange,
  firstChangeRow,
  lookAtReadiness,
  readRecordRows,
  sendOneEach,
  toldRows,
} from '../trouble.mjs';
import { World } from '../world.mjs';

const PCS = 5;
const RUN_MS = 1_500;
const DISK_MIB = 700;
const TERMINATE_ALL =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kenny'";

/** How it begins; the answer ends it. */
const KINDS = {
  stopped: async ({ postgres }) => {
    await postgres.stop();
    return () => postgres.startAgain();
  },
  paused: async ({ postgres }) => {
    postgres.pause();
    return () => postgres.resume();
  },
  full: async ({ disk }) => {
    disk.fill();
    return () => disk.free();
  },
  lease: async ({ postgres }) => {
    await openPostgres(postgres.url, (client) => client.query(TERMINATE_ALL));
    return () => undefined;
  },
};

export const perform = (kind) =>
  async function* ({ seconds }) {
    const own = await openOwn(kind);
    const { world } = own;
    try {
      await world.startServer();
      const slow = await world.joinFakePcs(PCS, { runMs: () => RUN_MS });
      const quick = await world.joinFakePcs(PCS, { from: PCS });
      const crowd = await Crowd.gather(world, quick, { callers: 4, readers: 4 });
      const underWay = await sendOneEach(world, slow);
      crowd.begin();
      const end = await KINDS[kind](own);
      const readiness = await lookAtReadiness(
        world,
        seconds,
        () => kind === 'full' && own.disk.fill(),
      );
      await end();
      const overAt = now();
      const { running } = world.server;
      yield must('the process', running ? 'lives' : 'ended', 'lives', running);
      if (kind === 'lease') yield none('reads or changes that failed', faultsOf(crowd));
      else yield* toldRows(crowd, readiness, ['200', '409', '503']);
      yield firstChangeRow(await firstChange(world, quick.ids[0], overAt));
      yield* doneRows(world, underWay, overAt);
      await pause(1_000);
      await crowd.end();
      await world.oracle.settled(world.admin);
      yield* truthRows(await world.oracle.reconcile(world.admin));
      yield* readRecordRows(world);
    } finally {
      await own.close();
    }
  };

/** A world whose database may be harmed. */
async function openOwn(kind) {
  const world = await World.open('postgres');
  try {
    return await openIn(world, kind);
  } catch (error) {
    await world.close();
    throw error;
  }
}

async function openIn(world, kind) {
  // PostgreSQL runs as somebody else, who has to come through to its own folder.
  if (kind === 'full') chmodSync(world.folder, 0o711);
  const disk = kind === 'full' && smallDisk(world, world.makeFolder('pg'), DISK_MIB, '0755');
  const postgres = await OwnPostgres.start(disk ? disk.path : undefined);
  world.database = { url: postgres.url };
  const close = async () => {
    if (disk) disk.free();
    postgres.resume();
    world.database.drop = () => postgres.close();
    await world.close();
  };
  return { world, disk, postgres, close };
}

/** 503 is how a lost connection is told; anything else is a fault. */
const faultsOf = ({ answers: { reads, changes } }) => (reads[500] ?? 0) + (changes[500] ?? 0);
