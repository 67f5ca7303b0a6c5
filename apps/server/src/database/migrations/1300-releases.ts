import type { TableOptions } from 'typeorm';
import { bigint, flag, index, KEY, NULLABLE, TablesMigration, varchar } from './tables.js';

const RELEASES: TableOptions = {
  name: 'releases',
  columns: [
    varchar('name', KEY),
    varchar('version'),
    varchar('os'),
    varchar('arch'),
    bigint('size'),
    varchar('sha256'),
    varchar('sig'),
    flag('verified'),
    bigint('published_at'),
    varchar('publisher_kind'),
    varchar('publisher_id'),
    varchar('publisher_name'),
    bigint('withdrawn_at', NULLABLE),
  ],
  indices: [index('releases_by_target', 'os', 'arch')],
};

export class Releases1795700001300 extends TablesMigration {
  protected readonly tables = () => [RELEASES];
}
