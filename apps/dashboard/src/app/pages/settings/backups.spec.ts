import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { BackupState } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { PageClock } from '../../core/time/clock';
import { Backups } from './backups';

const NOTHING: BackupState = {
  ...{ folder: '/data/<b>backups</b>', fixed: false, encrypts: false },
  plan: { automatic: true, at: null, time_zone: 'UTC', keep_days: 7, keep_weeks: 4 },
  ...{ running: null, trouble: null, copies: null, downloaded: null, items: [] },
};
const ONE = {
  ...{ name: 'kenny-20261126T120000Z-daily.tar.gz', kind: 'daily' as const },
  ...{ made_at: '2026-11-26T12:00:00Z', bytes: 12_000_000, encrypted: true },
  sent: null,
};
const COPIES = {
  ...{ place: 's3.example.com/<b>family</b>', busy: false, sending: null },
  ...{ looked_at: '2026-11-26T12:01:00Z', trouble: null },
};

describe('backups in the settings', () => {
  let state: BackupState;
  let asked: unknown[];
  let planned: number;
  const now = signal(0);
  let fixture: ComponentFixture<Backups>;
  const element = () => fixture.nativeElement as HTMLElement;
  const buttonNamed = (name: string) =>
    [...element().querySelectorAll('button')].find(({ textContent }) => textContent.includes(name));
  const box = () => element().querySelector<HTMLInputElement>('input[type=checkbox]');
  const text = () => element().textContent.replace(/\s+/g, ' ');

  async function show(first: Partial<BackupState>): Promise<void> {
    state = { ...NOTHING, ...first };
    asked = [];
    planned = 0;
    const api = {
      backups: () => Promise.resolve(state),
      startBackup: () => {
        asked.push('start');
        state = { ...state, running: RUNNING };
        return Promise.resolve(state);
      },
      planBackups: (plan: BackupState['plan']) => {
        asked.push(plan);
        state = { ...state, plan };
        return Promise.resolve(state);
      },
      sendBackups: () => {
        asked.push('send');
        const sending = { name: ONE.name, percent: 30 };
        state = { ...state, copies: { ...COPIES, busy: true, sending } };
        return Promise.resolve(state);
      },
    };
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: ApiClient, useValue: api },
        { provide: PageClock, useValue: { now } },
      ],
    });
    fixture = TestBed.createComponent(Backups);
    fixture.componentInstance.planned.subscribe(() => (planned += 1));
    await fixture.whenStable();
  }
  const RUNNING: BackupState['running'] = {
    ...{ kind: 'manual', phase: 'writing', percent: 40, started_at: '2026-11-26T12:00:00Z' },
  };

  it('has the lines that restore one, with its own name, before anybody needs them', async () => {
    await show({ items: [ONE], folder: "/srv/it's/backups" });
    expect(element().querySelector('ol')).toBeNull();
    buttonNamed('Restore…')?.click();
    await fixture.whenStable();
    expect([...element().querySelectorAll('ol code')].map((one) => one.textContent)).toEqual([
      `npm run kenny -- backup restore '/srv/it'\\''s/backups/${ONE.name}' --identity backup-key.txt --to ~/kenny-restored`,
      'KENNY_DATA_DIR=~/kenny-restored npm start',
    ]);
    buttonNamed('Restore…')?.click();
    await fixture.whenStable();
    expect(element().querySelector('ol')).toBeNull();
    expect(text()).toContain('When the server is gone, so is this page');
  });

  it('shows those that there are, the plan, and that they are open to whoever reads them', async () => {
    await show({ items: [ONE] });
    expect(text()).toContain(ONE.name);
    expect(text()).toContain('12 MB');
    expect(text()).toContain('encrypted');
    expect(text()).toContain('7 daily and 4 weekly backups are kept');
    expect(element().querySelector('.lacking')?.textContent.trim()).toBe(
      'Not encrypted, only on this machine. Whoever gets at them can read them, and a broken disk takes them, too. Copy them to a USB disk',
    );
    expect(element().querySelector('b')).toBeNull();
  });

  it('makes one when asked, shows how far it is, and what came of it', async () => {
    await show({});
    const button = buttonNamed('Back up now');
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

  it('says where each is sent, which one is not there, and sends it when asked', async () => {
    const other = { ...ONE, name: 'kenny-20261125T120000Z-daily.tar.gz', sent: true };
    const trouble = 's3.example.com has no room left.';
    await show({ copies: { ...COPIES, trouble }, items: [{ ...ONE, sent: false }, other] });
    expect(text()).toContain('Each is sent to s3.example.com/<b>family</b>');
    expect(element().querySelector('[role=alert]')?.textContent).toContain('no room left');
    const rows = [...element().querySelectorAll('li')].map(({ textContent }) => textContent);
    expect(rows[0]).toContain('not sent');
    expect(rows[1]).not.toContain('not sent');
    buttonNamed('Send now')?.click();
    await fixture.whenStable();
    expect(asked).toEqual(['send']);
    expect(element().querySelector('progress')?.value).toBe(30);
    state = { ...state, copies: COPIES, items: [{ ...ONE, sent: true }, other] };
    now.set(2_000);
    await fixture.whenStable();
    expect(element().querySelector('progress')).toBeNull();
    expect(text()).not.toContain('not sent');
    expect(text()).not.toContain('Send now');
  });

  it('says nothing of a bucket where there is none', async () => {
    await show({ items: [ONE] });
    expect(text()).not.toContain('not sent');
    expect(text()).toContain('Only on this machine');
    expect(text()).not.toContain('Send now');
  });

  it('says why the last backup failed', async () => {
    await show({ trouble: 'A backup needs room.', encrypts: true });
    expect(element().querySelector('[role=alert]')?.textContent).toContain('needs room');
    expect(text()).not.toContain('Not encrypted');
  });

  it('is turned on here while it is off, and says what it means until then', async () => {
    await show({ plan: { ...NOTHING.plan, automatic: false } });
    expect(text()).toContain('Nothing is backed up by itself');
    box()?.click();
    await fixture.whenStable();
    expect(asked).toEqual([expect.objectContaining({ automatic: true, keep_days: 7 })]);
    expect(text()).not.toContain('Nothing is backed up by itself');
    expect(planned).toBe(1);
  });

  it('keeps as many as somebody says, and refuses what is too few', async () => {
    await show({});
    const days = element().querySelector<HTMLInputElement>('input[type=number]');
    const write = async (value: string) => {
      if (days) days.value = value;
      days?.dispatchEvent(new Event('input'));
      await fixture.whenStable();
    };
    await write('0');
    expect(buttonNamed('Save')?.disabled).toBe(true);
    await write('30');
    buttonNamed('Save')?.click();
    await fixture.whenStable();
    expect(asked).toEqual([expect.objectContaining({ automatic: true, keep_days: 30 })]);
    expect(text()).toContain('30 daily and 4 weekly backups are kept');
  });

  it('leaves the switch to the server where its environment decides, and says how to change that', async () => {
    await show({ fixed: true });
    expect(box()?.disabled).toBe(true);
    expect(text()).toContain('KENNY_BACKUP_EVERY');
  });

  it('shows the newest and, when asked, all', async () => {
    const items = Array.from({ length: 9 }, (_, day) => ({ ...ONE, name: `backup-${day}` }));
    await show({ items });
    expect(text()).not.toContain('backup-3');
    buttonNamed('Show all 9')?.click();
    await fixture.whenStable();
    expect(text()).toContain('backup-8');
  });
});
