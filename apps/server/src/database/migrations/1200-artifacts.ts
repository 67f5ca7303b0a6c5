import type { TableOptions } from 'typeorm';
import { bigint, index, KEY, TablesMigration, varchar } from './tables.js';

const ARTIFACTS: TableOptions = {
  name: 'artifacts',
  columns: [
    varchar('id', KEY),
    varchar('owner'),
    varchar('mime'),
    bigint('size'),
    varchar('sha256'),
    bigint('created_at'),
    bigint('expires_at'),
  ],
  indices: [
    index('artifacts_by_owner', 'owner', 'created_at'),
    index('artifacts_by_end', 'expires_at'),
  ],
};

export class Artifacts1795700001200 extends TablesMigration {
  protected readonly tables = () => [ARTIFACTS];
}
