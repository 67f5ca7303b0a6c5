import { randomBytes } from 'node:crypto';

/** Of the run (`tools/run/jest.mjs`); nothing where there is no PostgreSQL. */
const POSTGRES = process.env['TEST_POSTGRES'];

export interface Engine {
  readonly engine: 'sqlite' | 'postgres';
  /** The address of an empty database; none for the file in the data folder. */
  readonly newDatabase: () => Record<string, string>;
}

/** Those that this run has; says it when one is left out. */
export function enginesHere(): Engine[] {
  const sqlite: Engine = { engine: 'sqlite', newDatabase: () => ({}) };
  if (POSTGRES === undefined || POSTGRES === '') {
    process.stdout.write('not on PostgreSQL: this run has none\n');
    return [sqlite];
  }
  const newDatabase = () => ({
    KENNY_DATABASE_URL: `${POSTGRES}&schema=e_${randomBytes(6).toString('hex')}`,
  });
  return [sqlite, { engine: 'postgres', newDatabase }];
}
