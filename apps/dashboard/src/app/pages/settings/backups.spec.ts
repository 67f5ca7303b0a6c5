import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import type { BackupState } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { PageClock } from '../../core/time/clock';
import { Backups } from './backups';

const NOTHING: BackupState = {
  ...{ folder: '/data/<b>backups</b>', daily: true, encrypts: false },
  ...{ running: null, trouble: null, items: [] },
};
const ONE = {
  ...{ name: 'kenny-20261126T120000Z-daily.tar.gz', kind: 'daily' as const },
  ...{ made_at: '2026-11-26T12:00:00Z', bytes: 12_000_000, encrypted: true },
};

describe('backups in the settings', () => {
  let state: BackupState;
  let asked: string[];
  const now = signal(0);
  let fixture: ComponentFixture<Backups>;
  const element = () => fixture.nativeElement as HTMLElement;
  const text = () => element().textContent.replace(/\s+/g, ' ');

  async function show(first: Partial<BackupState>): Promise<void> {
    state = { ...NOTHING, ...first };
    asked = [];
    const api = {
      backups: () => Promise.resolve(state),
      startBackup: () => {
        asked.push('start');
        state = { ...state, running: RUNNING };
        return Promise.resolve(state);
      },
    };
    TestBed.configureTestingModule({
      providers: [
        { provide: ApiClient, useValue: api },
        { provide: PageClock, useValue: { now } },
      ],
    });
    fixture = TestBed.createComponent(Backups);
    await fixture.whenStable();
  }
  const RUNNING: BackupState['running'] = {
    ...{ kind: 'manual', phase: 'writing', percent: 40, started_at: '2026-11-26T12:00:00Z' },
  };

  it('shows those that there are, the plan, and that they are open to whoever reads them', async () => {
    await show({ items: [ONE] });
    expect(text()).toContain(ONE.name);
    expect(text()).toContain('12 MB');
    expect(text()).toContain('encrypted');
    expect(text()).toContain('kenny keeps 7 daily and 4 weekly backups');
    expect(text()).toContain('Backups are not encrypted');
    expect(element().querySelector('b')).toBeNull();
  });

  it('makes one when asked, shows how far it is, and what came of it', async () => {
    await show({});
    const button = element().querySelector('button');
    button?.click();
    await fixture.whenStable();
    expect(asked).toEqual(['start']);
    expect(text()).toContain('Writing the backup');
    expect(element().querySelector('progress')?.value).toBe(40);
    expect(button?.disabled).toBe(true);
    state = { ...NOTHING, items: [ONE] };
    now.set(1_000);
    await fixture.whenStable();
    expect(element().querySelector('progress')).toBeNull();
    expect(text()).toContain(ONE.name);
  });

  it('says why the last backup failed', async () => {
    await show({ trouble: 'A backup needs room.', daily: false, encrypts: true });
    expect(element().querySelector('[role=alert]')?.textContent).toContain('needs room');
    expect(text()).toContain('Automatic backups are off');
    expect(text()).not.toContain('Backups are not encrypted');
  });
});
