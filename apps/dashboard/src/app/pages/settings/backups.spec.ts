import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { TOOL_CLASSES, type BackupState } from '@kenny/contract/web';
import { Session } from '../../core/session/session';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { PageClock } from '../../core/time/clock';
import { Backups } from './backups';

const EVERYTHING = { agents: null, decide: true, classes: TOOL_CLASSES };
const NOTHING: BackupState = {
  ...{ folder: '/data/<b>backups</b>', fixed: false, encrypts: false },
  server: { runs_as: 'npm-start', data_folder: '/data', postgres: false, demo: false },
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

const ORDER = {
  ...{ name: `${ONE.name}.age`, path: '/api/server/backups/downloads/abc' },
  expires_in_s: 60,
};
const PLAIN = { ...ONE, encrypted: false };
const NOW = Date.parse('2026-11-27T10:00:00Z');
const COPY = { name: ONE.name, made_at: ONE.made_at, downloaded_at: '2026-11-27T09:00:00Z' };

describe('backups in the settings', () => {
  let state: BackupState;
  let asked: unknown[];
  let refusal: ApiError | null;
  let isThere: boolean;
  let me: object;
  const saved: string[] = [];
  const now = signal(0);
  let fixture: ComponentFixture<Backups>;
  const element = () => fixture.nativeElement as HTMLElement;
  const buttonNamed = (name: string) =>
    [...element().querySelectorAll('button')].find(({ textContent }) => textContent.includes(name));
  const box = () => element().querySelector<HTMLInputElement>('input[type=checkbox]');
  const lacking = () => element().querySelector('.lacking')?.textContent.replace(/\s+/g, ' ');
  const text = () => element().textContent.replace(/\s+/g, ' ');

  beforeEach(() => {
    me = EVERYTHING;
  });

  async function show(first: Partial<BackupState>): Promise<void> {
    state = { ...NOTHING, ...first };
    asked = [];
    refusal = null;
    isThere = true;
    now.set(NOW);
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
      orderBackup: (name: string, body: object) => {
        asked.push([name, body]);
        return refusal ? Promise.reject(refusal) : Promise.resolve(ORDER);
      },
      canFetch: () => Promise.resolve(isThere),
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
        { provide: Session, useValue: { me: () => me } },
        { provide: PageClock, useValue: { now } },
      ],
    });
    fixture = TestBed.createComponent(Backups);
    await fixture.whenStable();
  }
  const RUNNING: BackupState['running'] = {
    ...{ kind: 'manual', phase: 'writing', percent: 40, started_at: '2026-11-26T12:00:00Z' },
  };

  it.each([
    [{ demo: true }, 'In the demo nothing is restored: its PCs are made up.'],
    [{ postgres: true }, 'in PostgreSQL, so a restore takes a terminal: how to restore it.'],
  ])('offers no restore where the server would refuse it, and says why: %j', async (is, why) => {
    await show({ items: [ONE], server: { ...NOTHING.server, ...is } });
    expect(buttonNamed('Restore')).toBeUndefined();
    expect(buttonNamed('Download…')).toBeDefined();
    expect(text()).toContain(why);
  });

  it.each([{ decide: false }, { agents: ['pc1'] }, { classes: ['read', 'change'] }])(
    'offers a restore to somebody who could give every right: %j could not',
    async (lacks) => {
      me = { ...EVERYTHING, ...lacks };
      await show({ items: [ONE] });
      expect(buttonNamed('Restore')).toBeUndefined();
      expect(text()).toContain('Ask an admin who reaches all PCs');
    },
  );

  it('leads to the guide where a restore takes a terminal', async () => {
    await show({ items: [ONE], server: { ...NOTHING.server, postgres: true } });
    const links = [...element().querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(links).toContain('/guides/backup#postgresql');
  });

  it('offers to restore one, and a file', async () => {
    await show({ items: [ONE] });
    expect(buttonNamed('Restore…')).toBeDefined();
    expect(buttonNamed('Restore from a file…')).toBeDefined();
  });

  it('asks for the key of an encrypted one below it, and closes that again', async () => {
    await show({ items: [ONE] });
    const form = () => element().querySelector('kenny-restore-backup');
    buttonNamed('Restore…')?.click();
    await fixture.whenStable();
    expect(form()?.textContent).toContain('Key or passphrase');
    buttonNamed('Restore…')?.click();
    await fixture.whenStable();
    expect(form()).toBeNull();
  });

  it('shows those that there are, the plan, and that a broken disk takes them, too', async () => {
    await show({ items: [ONE] });
    expect(text()).toContain(ONE.name);
    expect(text()).toContain('12 MB');
    expect(text()).toContain('Yesterday, 12:00 encrypted Daily · 12 MB');
    expect(text()).toContain('7 daily and 4 weekly backups are kept');
    expect(lacking()).toContain('Only on this computer.');
    expect(element().querySelector('b')).toBeNull();
    TestBed.resetTestingModule();
    await show({ items: [] });
    expect(lacking()).toContain('Make one with “Back up now”, then download it here.');
  });

  describe('downloads one', () => {
    const click = HTMLAnchorElement.prototype.click;
    beforeEach(() => {
      saved.length = 0;
      HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
        saved.push(`${this.getAttribute('href') ?? ''} as ${this.download}`);
      };
    });
    afterEach(() => {
      HTMLAnchorElement.prototype.click = click;
    });
    const press = async (name: string) => {
      buttonNamed(name)?.click();
      await fixture.whenStable();
    };
    const type = async (...texts: string[]) => {
      const fields = [...element().querySelectorAll<HTMLInputElement>('input[type=password]')];
      for (const [index, field] of fields.entries()) {
        field.value = texts[index] ?? '';
        field.dispatchEvent(new Event('input'));
      }
      await fixture.whenStable();
    };
    const submit = () =>
      element().querySelector<HTMLButtonElement>('kenny-download-backup button[type=submit]');

    it('from the warning, encrypted with a passphrase that is long enough and typed twice', async () => {
      await show({ items: [PLAIN] });
      await press('Download the newest…');
      await type('too short', 'too short');
      expect(submit()?.disabled).toBe(true);
      await type('four small rusty anchors', 'four small rusty ankles');
      expect(submit()?.disabled).toBe(true);
      expect(text()).toContain('The two are not the same.');
      await type('four small rusty anchors', 'four small rusty anchors');
      submit()?.click();
      await fixture.whenStable();
      expect(asked).toEqual([[ONE.name, { passphrase: 'four small rusty anchors' }]]);
      expect(saved).toEqual([`${ORDER.path} as ${ORDER.name}`]);
      expect(submit()).toBeNull();
      expect(text()).toContain('Your browser saves it now');
    });

    it('open only after it was said what that means', async () => {
      await show({ items: [PLAIN] });
      await press('Download…');
      expect(text()).not.toContain('opens everything');
      element().querySelectorAll<HTMLInputElement>('input[type=radio]')[1]?.click();
      await fixture.whenStable();
      expect(text()).toContain('The file opens everything.');
      submit()?.click();
      await fixture.whenStable();
      expect(asked).toEqual([[ONE.name, {}]]);
    });

    it('as it is when it is encrypted, and says which key it needs', async () => {
      await show({ items: [ONE] });
      await press('Download…');
      expect(element().querySelector('input[type=password]')).toBeNull();
      expect(text()).toContain('backup-key.txt');
      submit()?.click();
      await fixture.whenStable();
      expect(asked).toEqual([[ONE.name, {}]]);
    });

    it('not when it is gone, and says so beside the button', async () => {
      await show({ items: [ONE] });
      refusal = new ApiError('not_found', 'There is no backup any more: it was deleted.', null);
      await press('Download…');
      submit()?.click();
      await fixture.whenStable();
      expect(text()).toContain('it was deleted');
      expect(saved).toEqual([]);
    });

    it('not when the server would refuse it, and does not wait for it', async () => {
      await show({ items: [ONE] });
      isThere = false;
      await press('Download…');
      submit()?.click();
      await fixture.whenStable();
      expect(text()).toContain('The download did not begin.');
      expect(text()).not.toContain('Your browser saves it now');
      expect(saved).toEqual([]);
    });

    it('and looks until the copy has arrived; then nothing warns any more', async () => {
      await show({ items: [ONE] });
      await press('Download…');
      submit()?.click();
      await fixture.whenStable();
      state = { ...state, downloaded: COPY };
      now.update((at) => at + 1_000);
      await fixture.whenStable();
      expect(text()).toContain('The backup from 26 Nov is downloaded.');
      expect(text()).not.toContain('Your browser saves it now');
      expect(lacking()).toBeUndefined();
    });
  });

  it('asks whether the copy arrived when it has waited long enough', async () => {
    await show({ items: [ONE] });
    fixture.componentInstance['begun']();
    await fixture.whenStable();
    expect(text()).not.toContain('Did it not arrive?');
    now.update((at) => at + 120_000);
    await fixture.whenStable();
    expect(text()).not.toContain('Your browser saves it now');
    expect(text()).toContain('Did it not arrive? Download it again.');
  });

  it('warns again once the newest copy is older than 30 days', async () => {
    const old = { ...COPY, made_at: '2026-10-28T10:00:00Z', downloaded_at: '2026-10-28T11:00:00Z' };
    await show({ items: [ONE], downloaded: old });
    expect(lacking()).toBeUndefined();
    TestBed.resetTestingModule();
    await show({ items: [ONE], downloaded: { ...old, made_at: '2026-10-28T09:59:59Z' } });
    expect(lacking()).toContain(
      'The newest downloaded backup is from 28 Oct. A broken disk takes all that is newer.',
    );
  });

  it('warns of copies elsewhere that everybody can read', async () => {
    await show({ items: [ONE], copies: COPIES });
    expect(lacking()).toContain('Not encrypted.');
    const way = element().querySelector('.lacking a');
    expect(way?.getAttribute('href')).toBe('/guides/backup#encrypt-them');
    TestBed.resetTestingModule();
    await show({ items: [ONE], copies: COPIES, encrypts: true });
    expect(lacking()).toBeUndefined();
    TestBed.resetTestingModule();
    // A copy at home closes nothing in the bucket.
    await show({ items: [ONE], copies: COPIES, downloaded: COPY });
    expect(lacking()).toContain('Not encrypted.');
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
    now.update((at) => at + 1_000);
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
    now.update((at) => at + 1_000);
    await fixture.whenStable();
    expect(element().querySelector('progress')).toBeNull();
    expect(text()).not.toContain('not sent');
    expect(text()).not.toContain('Send now');
  });

  it('says nothing of a bucket where there is none', async () => {
    await show({ items: [ONE] });
    expect(text()).not.toContain('not sent');
    expect(text()).toContain('Only on this computer');
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
