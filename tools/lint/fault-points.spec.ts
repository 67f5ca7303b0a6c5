import {
  ADDRESS_FAULT_POINTS,
  ALERT_FAULT_POINTS,
  BACKUP_FAULT_POINTS,
  FAULT_POINTS,
  LOSS_FAULT_POINTS,
  RESTORE_FAULT_POINTS,
  START_FAULT_POINTS,
  TASK_FAULT_POINTS,
} from '@kenny/kernel';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SERVER = 'apps/server/src';

function reached(): string[] {
  return readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .flatMap((file) => [
      ...readFileSync(join(SERVER, file), 'utf8').matchAll(/faultPoint\('(?<point>[^']+)'\)/g),
    ])
    .map(({ groups }) => groups?.['point'] ?? '');
}

describe('the fault points of the server', () => {
  it('are each reached at one place: a kill at a point must mean one moment', () => {
    const all = [
      ...[...FAULT_POINTS, ...LOSS_FAULT_POINTS],
      ...[...START_FAULT_POINTS, ...TASK_FAULT_POINTS, ...ALERT_FAULT_POINTS],
      ...[...BACKUP_FAULT_POINTS, ...RESTORE_FAULT_POINTS, ...ADDRESS_FAULT_POINTS],
    ];
    const ofServer = all.filter((point) => point.startsWith('server.'));
    expect(reached().sort()).toEqual([...ofServer].sort());
  });
});
