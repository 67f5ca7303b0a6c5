import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { ReadinessView, ServerCondition, ServerFacts } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { ServerFactsPanel } from './server-facts';

const FACTS: ServerFacts = {
  ...{
    version: '0.1.0',
    newer: null,
    newer_asked_at: null,
    newer_trouble: null,
    runs_as: 'service',
    protocol: '0.8',
    node: 'v20.20.2',
    started_at: '2026-11-21T10:00:00Z',
  },
  ...{ public_url: 'https://kenny.example', agent_url: 'wss://kenny.example/agent/ws' },
  ...{ public_key: 'A6EHv', fingerprint: '7287fe', database: 'sqlite', retention_days: 30 },
  ...{ approval_ttl_s: 600, chain: '0191b5a2', installers: [] },
  counts: { pcs: 12, online: 11, rules: 1, audit_rows: 4812 },
  state: {
    ...{ ready: true, database: 'ok', stopped: null, conditions: [] },
    ...{ last_commit: { ok: true, seconds_ago: 62 }, free_bytes: 64_000_000_000 },
    audit: {
      ...{ waiting: 0, spooled: 0, lost: 0, oldest_ms: 0 },
      ...{ spool_trouble: null, checkpoint_trouble: null },
    },
    refusals: { malformed: 0, lines_left_out: 0 },
    dropped: { telemetry: 0, log_lines: 0 },
    chat_key: 'environment',
    automatic_backups: true,
  },
};

const held = (message: string): ServerCondition => ({ kind: 'held', stops: true, message });

describe('what the settings say of the server', () => {
  let fixture: ComponentFixture<ServerFactsPanel>;
  let state: ReadinessView;
  const element = () => fixture.nativeElement as HTMLElement;
  const rowsOf = (selector: string) =>
    [...element().querySelectorAll(selector)].map((row) => [...row.children].map(textOf).join(' '));
  const all = () => rowsOf('tr');
  const bad = () => rowsOf('tr.bad');
  const textOf = (of: Element) => (of.textContent ?? '').replace(/\s+/g, ' ').trim();

  async function show(
    now: Partial<ReadinessView>,
    facts: Partial<Pick<ServerFacts, 'newer' | 'runs_as'>> = {},
  ): Promise<void> {
    state = { ...FACTS.state, ...now };
    const server = () => Promise.resolve({ ...FACTS, ...facts, state });
    TestBed.configureTestingModule({
      providers: [provideRouter([]), { provide: ApiClient, useValue: { server } }],
    });
    fixture = TestBed.createComponent(ServerFactsPanel);
    await fixture.whenStable();
  }

  it('finds nothing to look at on a server that is well', async () => {
    await show({});
    expect(bad()).toEqual([]);
    expect(element().textContent).toContain('This server works.');
    expect(all()).toEqual(
      expect.arrayContaining([
        'Database works',
        'Audit log saved, nothing missing',
        'Reports from PCs all taken in',
        'Last saved 1 min 2 s ago',
        'Free space 64 GB',
      ]),
    );
  });

  it('folds what is fine into one line, one check for each subject', async () => {
    await show({});
    const fold = element().querySelector('dd details');
    expect(fold && textOf(fold.querySelector('summary') ?? fold)).toBe('8 checks are fine');
    expect(fold?.hasAttribute('open')).toBe(false);
  });

  it('shows its state, version and start, and folds what is for experts', async () => {
    await show({});
    const names = (selector: string) => [...element().querySelectorAll(selector)].map(textOf);
    expect(names('section > dl dt')).toEqual(['State', 'Version', 'Started', 'Runs']);
    expect(names('details.fold dt')).toEqual(
      expect.arrayContaining([
        'Totals',
        'Built on',
        'PCs connect to',
        'Public key',
        'Audit log ID',
      ]),
    );
    expect(element().querySelector('details.fold')?.hasAttribute('open')).toBe(false);
  });

  it('says how kenny can start with its computer where it does not yet', async () => {
    await show({}, { runs_as: 'npm-start' });
    expect(element().textContent).toContain('kenny ends with its window.');
    expect(element().querySelector('a')?.getAttribute('href')).toBe('/guides/keep-running');
  });

  it('links to a newer version, and only by https', async () => {
    const newer = { version: '0.2.0', url: 'https://kenny.example/0.2.0', notes: 'Fixes.' };
    await show({}, { newer });
    const link = element().querySelector('a');
    expect([link?.href, link && textOf(link)]).toEqual([
      'https://kenny.example/0.2.0',
      'Version 0.2.0 is out',
    ]);
    TestBed.resetTestingModule();
    await show({}, { newer: { ...newer, url: 'javascript:alert(1)' } });
    expect(element().querySelector('a')).toBeNull();
    expect(element().textContent).toContain('0.2.0');
  });

  it('says nothing of what the system or a young server does not know', async () => {
    await show({ last_commit: null, free_bytes: null });
    expect(bad()).toEqual([]);
    expect(all()).toEqual(
      expect.arrayContaining(['Last saved nothing since the start', 'Free space not known']),
    );
  });

  it('says why changes are held, as text', async () => {
    await show({
      ready: false,
      conditions: [held('Rows are <b>missing</b>. Run "kenny audit accept-loss".')],
    });
    expect(bad()).toEqual([
      'Changes on PCs Rows are <b>missing</b>. Run "kenny audit accept-loss".',
    ]);
    expect(element().querySelector('b')).toBeNull();
    expect(element().textContent).not.toContain('This server works.');
  });

  it('tells a database in trouble, and what became of the rows it did not take', async () => {
    const audit = { ...FACTS.state.audit, waiting: 1, spooled: 1200, lost: 3, oldest_ms: 65_000 };
    await show({
      ...{ ready: false, database: 'failed', audit },
      conditions: [
        { kind: 'database', stops: true, message: 'The disk is full. Make room.' },
        { kind: 'disk', stops: false, message: 'Only 3 MiB are left.' },
        { kind: 'record', stops: false, message: '3 rows are lost.' },
      ],
      stopped: { kind: 'full', seconds: 90, refused: 7 },
      last_commit: { ok: false, seconds_ago: 4 },
    });
    expect(bad()).toEqual([
      'Database The disk is full. Make room.',
      'Nothing can be written for 1 min 30 s; 7 refused',
      'Last saved failed 4 s ago',
      'Free space Only 3 MiB are left.',
      'Audit log: newest entries 1 entry not saved yet, for 1 min 5 s',
      expect.stringContaining('1,200 entries in a file until the database takes them'),
      'Audit log: lost entries 3 rows are lost.',
    ]);
  });

  it('tells damage that was found', async () => {
    await show({ conditions: [{ kind: 'damage', stops: true, message: 'It is damaged.' }] });
    expect(bad()).toEqual(['Database It is damaged.']);
  });

  it('says where the key of the chat is, and what is wrong with it', async () => {
    await show({ chat_key: null });
    expect(bad()).toEqual([]);
    expect(all()).toContain('API key for Chat none; the chat is off');
    TestBed.resetTestingModule();
    const message = 'The stored key is damaged.';
    await show({ conditions: [{ kind: 'chat_key', stops: false, message }] });
    expect(bad()).toEqual([`API key for Chat ${message}`]);
  });

  it('is not well while nothing is backed up', async () => {
    await show({ automatic_backups: false });
    expect(bad()).toEqual([expect.stringContaining('Backups Off: nothing is backed up')]);
    expect(element().textContent).not.toContain('This server works.');
  });

  it('counts what was dropped', async () => {
    await show({ dropped: { telemetry: 2, log_lines: 30 } });
    expect(bad()).toEqual([
      'Reports from PCs: not kept 2 since the start',
      'Log lines from PCs: not kept 30 since the start',
    ]);
  });

  it('asks the server again when told to', async () => {
    await show({ conditions: [held('Rows are missing.')] });
    expect(bad()).toHaveLength(1);
    state = FACTS.state;
    const again = [...element().querySelectorAll('button')].find(
      (button) => textOf(button) === 'Check again',
    );
    again?.click();
    await fixture.whenStable();
    expect(bad()).toEqual([]);
  });
});
