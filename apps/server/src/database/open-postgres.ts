import type { Clock } from '@kenny/kernel';
import type { DataSource } from 'typeorm';
import { dataFolderId, postgresPlace } from '../config/index.js';
import { IntegrityWatch } from './integrity-watch.js';
import { initialized, readsInWords, upToDate, type Opening } from './opening.js';
import { PostgresLane } from './postgres-lane.js';
import { PostgresLease } from './postgres-lease.js';
import { PostgresWriter } from './postgres-writer.js';
import { postgresDamage } from './postgres-damage.js';
import { openManagedPostgres, postgresReadSource, postgresWriteSource } from './postgres.driver.js';
import { WRITE_LANES, type WriteLane } from './writer.js';

/** Takes the database's lock, brings its schema up to date and opens both ends. */
export async function openPostgres(
  opening: Opening & { readonly url: string; readonly dataDir: string },
  closeLater: (close: () => Promise<void>) => void,
) {
  const { url, dataDir, schema, clock, beforeMigrations } = opening;
  const place = postgresPlace(url);
  const lease = await PostgresLease.acquire(place, dataFolderId(dataDir), clock);
  closeLater(() => lease.release());
  const writing = await upToDate(
    postgresWriteSource(place, schema, WRITE_LANES.length),
    place.shown,
    beforeMigrations,
  );
  closeLater(() => writing.destroy());
  const reading = await initialized(postgresReadSource(place, schema, lease), place.shown);
  closeLater(() => reading.destroy());
  const lanes = await openLanes(writing, lease, clock, closeLater);
  const writer = new PostgresWriter(lanes, clock);
  closeLater(() => writer.close());
  const integrity = new IntegrityWatch((signal) => postgresDamage(reading, signal), clock);
  closeLater(() => integrity.close());
  return { writer, reads: readsInWords(reading, integrity.ofReads), integrity };
}

async function openLanes(
  writing: DataSource,
  lease: PostgresLease,
  clock: Clock,
  closeLater: (close: () => Promise<void>) => void,
): Promise<Record<WriteLane, PostgresLane>> {
  const lane = async (name: WriteLane): Promise<PostgresLane> => {
    const made = new PostgresLane(name, () => openManagedPostgres(writing), lease, clock);
    await made.start();
    closeLater(() => made.close());
    return made;
  };
  return {
    main: await lane('main'),
    telemetry: await lane('telemetry'),
    events: await lane('events'),
  };
}
