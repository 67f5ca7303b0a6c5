import { DAY_MS, HOUR_MS } from '@kenny/kernel';
import { tempDirs } from '../../test/temp-dir.js';
import type { AuditStatus, AuditStore } from '../audit/index.js';
import type { AgentsService } from '../auth/index.js';
import type { ForecastService } from '../telemetry/index.js';
import type { Channels } from './channels.js';
import type { BackupsService } from '../backup/index.js';
import type { Browsers } from './push/browsers.js';
import type { Fact } from './rules/fact.js';
import { ServerWatch } from './server-watch.js';
import type { FactSources } from './sources.js';

const newDir = tempDirs();
const WELL: AuditStatus = {
  ...{ waiting: 0, spooled: 0, lost: 0, oldest_ms: 0 },
  ...{ spool_trouble: null, checkpoint_trouble: null },
};
const NOON = Date.UTC(2026, 5, 4, 12);

describe('what is watched on the server itself', () => {
  let status: AuditStatus;
  let findings: string[];
  let forecast: { metric: string; in_days: number; summary: string }[];
  let seen: string[];
  const channels = { reachesPeople: true };
  const browsers = { notified: false };
  const backups = { trouble: null as string | null };
  const verify = jest.fn(() => Promise.resolve({ ok: findings.length === 0, findings }));
  const forecasts = jest.fn(() => Promise.resolve({ items: forecast }));
  let watch: ServerWatch;
  beforeEach(() => {
    [status, findings, forecast, seen] = [WELL, [], [], []];
    channels.reachesPeople = true;
    browsers.notified = false;
    backups.trouble = null;
    verify.mockClear();
    forecasts.mockClear();
    const take = (...facts: Fact[]) => {
      for (const fact of facts) {
        if (fact.name === 'check') seen.push(`${fact.kind}/${fact.check}: ${fact.status}`);
      }
      return Promise.resolve();
    };
    watch = new ServerWatch(
      { dataDir: newDir() },
      { status: () => status, verify } as unknown as AuditStore,
      { problem: () => backups.trouble } as unknown as BackupsService,
      { list: () => [{ agent_uid: 'u1', agent_id: 'pc1' }] } as unknown as AgentsService,
      { forecasts } as unknown as ForecastService,
      { seen: take } as unknown as FactSources,
      channels as unknown as Channels,
      { any: () => Promise.resolve(browsers.notified) } as unknown as Browsers,
    );
  });

  /** But for the room on the disk of whoever runs this. */
  const told = async (now: number): Promise<string[]> => {
    seen = [];
    await watch.run(now);
    return seen.filter((one) => !one.startsWith('server_disk'));
  };

  it('is told once, and again when it changes', async () => {
    expect(await told(NOON)).toEqual([
      ...['audit_log/rows: ok', 'backup/daily: ok', 'disk_forecast/disk: ok'],
    ]);
    expect(await told(NOON)).toEqual([]);
    status = { ...WELL, spooled: 3 };
    forecast = [{ metric: 'disk:C', in_days: 5, summary: 'C: is full in 5 days' }];
    expect(await told(NOON)).toEqual(['audit_log/rows: warn', 'disk_forecast/disk: warn']);
    status = { ...WELL, lost: 1 };
    expect(await told(NOON)).toEqual(['audit_log/rows: crit']);
    backups.trouble = 'The last backup was not made.';
    expect(await told(NOON)).toEqual(['backup/daily: warn']);
    status = WELL;
    expect(await told(NOON)).toEqual(['audit_log/rows: ok']);
  });

  it('verifies the audit log an hour after the start and once a day, also set back', async () => {
    await watch.run(NOON);
    expect(verify).not.toHaveBeenCalled();
    expect(await told(NOON + HOUR_MS)).toEqual(['audit_log/verification: ok']);
    await watch.run(NOON + 2 * HOUR_MS);
    expect(verify).toHaveBeenCalledTimes(1);
    findings = ['row 3'];
    expect(await told(NOON + HOUR_MS + DAY_MS)).toEqual(['audit_log/verification: crit']);
    await watch.run(NOON - 9 * DAY_MS);
    expect(verify).toHaveBeenCalledTimes(3);
  });

  it('reads neither the audit log nor histories while nobody can be told', async () => {
    channels.reachesPeople = false;
    await watch.run(NOON);
    await watch.run(NOON + DAY_MS);
    expect([verify.mock.calls.length, forecasts.mock.calls.length]).toEqual([0, 0]);
    browsers.notified = true;
    await watch.run(NOON + DAY_MS);
    await watch.run(NOON + DAY_MS + HOUR_MS);
    expect(verify).toHaveBeenCalledTimes(1);
    expect(forecasts).toHaveBeenCalled();
  });
});
