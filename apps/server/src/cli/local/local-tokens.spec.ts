import type { CreatedToken } from '@kenny/contract';
import { systemClock } from '@kenny/kernel';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CliWorld } from '../../../test/cli-world.js';
import { databaseEnv, databaseIn } from '../../../test/database-in.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { AuditRowEntity } from '../../audit/audit-row.entity.js';
import { openDatabase } from '../../database/index.js';
import { SCHEMA } from '../../schema.js';

const tempDir = tempDirs();
const LEAST = ['--operator', 'anna', '--name', 'laptop', '--scope', 'admin', '--decide'];
let world: CliWorld;

beforeEach(() => {
  world = new CliWorld(tempDir(), systemClock);
  world.env = databaseEnv(join(world.home, '.kenny'));
});

const folder = () => openDatabase(databaseIn(join(world.home, '.kenny')), SCHEMA, systemClock);

describe('kenny token create --local', () => {
  it('makes a token without a server, and the audit log says so', async () => {
    await (await folder()).close();
    const { code, out, err } = await world.run('token', 'create', ...LEAST, '--local', '--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const made = JSON.parse(out) as CreatedToken;
    expect(made).toMatchObject({ operator: { id: 'anna' }, scope: 'admin', decide: true });
    const database = await folder();
    const rows = await database.reads.manager.find(AuditRowEntity);
    await database.close();
    expect(rows).toMatchObject([{ kind: 'token', door: 'cli', target: made.id }]);
  });

  it('leaves the folder to a server that has it', async () => {
    const database = await folder();
    const { code, err } = await world.run('token', 'create', ...LEAST, '--local');
    await database.close();
    expect(code).toBe(1);
    expect(err).toContain('in use by another kenny process');
    expect(err).toContain('without --local');
  });

  it('makes no folder where there is none', async () => {
    const { code, err } = await world.run('token', 'create', ...LEAST, '--local');
    expect(code).toBe(1);
    expect(err).toContain('KENNY_DATA_DIR');
    expect(existsSync(join(world.home, '.kenny'))).toBe(false);
  });

  it('refuses what a token cannot have', async () => {
    await (await folder()).close();
    const words = ['--operator', 'anna', '--name', 'x', '--scope', 'viewer', '--decide', '--local'];
    const { code, err } = await world.run('token', 'create', ...words);
    expect(code).toBe(2);
    expect(err).toContain('[validation]');
  });
});
