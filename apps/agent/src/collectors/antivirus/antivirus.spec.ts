import type { SectionName } from '@kenny/contract/agent';
import { evaluateSection } from '@kenny/health';
import { DAY_MS } from '@kenny/kernel';
import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { avThirdparty } from '../av-thirdparty/linux.js';
import type { AnyReading } from '../collector.js';
import { defender } from '../defender/linux.js';
import { defenderQuarantine, moveFolder } from '../defender-quarantine/linux.js';
import { parseSignatureHeader } from './clamav.js';
import { parseMdatpHealth, parseMdatpThreats } from './mdatp.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
/** As docs.clamav.net describes the head of a signature file. */
const header = (daysAgo: number) =>
  `ClamAV-VDB:21 Nov 2026 03-26 -0500:27459:2066234:90:abc:def:builder:${(NOW - daysAgo * DAY_MS) / 1000}   `;

const verdict = (section: SectionName, read: AnyReading) =>
  evaluateSection(
    section,
    { status: 'ok', summary: 's', ...(read.kind === 'read' ? read.fields : {}) },
    NOW,
  );

describe('what virus scanners say', () => {
  it('reads the state of Microsoft Defender on Linux (documented)', async () => {
    const text = await recorded('antivirus/documented/mdatp-health.txt');
    expect(parseMdatpHealth(text)).toEqual({
      engineLoaded: true,
      realtime: true,
      signaturesAgeMinutes: 85,
      healthy: true,
    });
    const passive = text.replace(/passive_mode_enabled( +): false/, 'passive_mode_enabled$1: true');
    expect(parseMdatpHealth(passive)?.realtime).toBeNull();
    for (const other of [
      '',
      text.slice(0, 200),
      'Could not connect to the daemon',
      'healthy: ja',
    ]) {
      expect(parseMdatpHealth(other)).toBeUndefined();
    }
  });

  it('lists what Microsoft Defender keeps in quarantine (documented)', async () => {
    const text = await recorded('antivirus/documented/mdatp-threat-list.txt');
    expect(parseMdatpThreats(text)).toEqual([
      { name: 'Virus:DOS/EICAR_Test_File', severity: null, detected_at: null },
    ]);
    expect(parseMdatpThreats('No threats\n')).toEqual([]);
    expect(parseMdatpThreats('Could not connect to the daemon')).toBeUndefined();
  });

  it('knows when the signatures of ClamAV were made', () => {
    expect(parseSignatureHeader(header(2))).toBe(NOW - 2 * DAY_MS);
    for (const text of ['', header(2).slice(0, 60), 'ClamAV-VDB:::::::::', '\0'.repeat(512)]) {
      expect(parseSignatureHeader(text)).toBeUndefined();
    }
  });

  it('knows where ClamAV moves what it finds (recorded unit, Debian 12)', async () => {
    const unit = await recorded('antivirus/recorded/debian12-clamonacc-unit.txt');
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
    expect(moveFolder(command.split(' '))).toBe('/root/quarantine');
    expect(moveFolder(['clamonacc', '--move', '/q'])).toBe('/q');
    expect(moveFolder(['clamonacc', '--move', '--fdpass'])).toBeUndefined();
    expect(moveFolder([])).toBeUndefined();
  });
});

describe('virus protection on Linux', () => {
  const aMachine = madeMachines();
  const noMdatp = { mdatp: { failed: 'mdatp is not installed' } };
  const processes = (...names: string[]) =>
    Object.fromEntries(['init', ...names].map((name, i) => [`/proc/${i + 1}/comm`, `${name}\n`]));
  const clamd = { '/usr/sbin/clamd': '', '/usr/bin/clamscan': '' };
  const signatures = (days: number) => ({ '/var/lib/clamav/daily.cld': header(days) });
  const machine = (...files: object[]) =>
    aMachine({
      files: Object.assign({}, ...files) as Record<string, string>,
      programs: noMdatp,
      now: NOW,
    });

  it('says that there is none: unreadable where it must be sent, absent elsewhere', async () => {
    const bare = await machine(processes());
    expect(await defender(bare)).toEqual({
      kind: 'unreadable',
      reason: 'no virus scanner that kenny can ask is installed (mdatp, ClamAV)',
    });
    expect(await avThirdparty(bare)).toMatchObject({ kind: 'absent' });
    expect(await defenderQuarantine(bare)).toMatchObject({ kind: 'absent' });
  });

  it('shows ClamAV that runs with fresh signatures as fine', async () => {
    const probe = await machine(processes('clamd'), clamd, signatures(2));
    const read = await defender(probe);
    expect(read).toMatchObject({
      summary: 'ClamAV runs, scans only what it is given, signatures 2 days 0 h old',
      fields: { product: 'ClamAV', enabled: true, realtime_protection: null, last_scan: null },
    });
    expect(verdict('defender', read).status).toBe('ok');
    expect(verdict('av_thirdparty', await avThirdparty(probe))).toEqual({
      status: 'ok',
      reason: 'Up to date: ClamAV',
    });
  });

  it('raises the alarm when its daemon does not run, and warns of old signatures', async () => {
    const probe = await machine(processes(), clamd, signatures(8));
    expect(verdict('defender', await defender(probe))).toEqual({
      status: 'crit',
      reason: 'ClamAV is switched off',
    });
    expect(verdict('av_thirdparty', await avThirdparty(probe))).toEqual({
      status: 'warn',
      reason: 'Out of date: ClamAV',
    });
    const none = await machine(processes('clamd'), clamd);
    expect(verdict('av_thirdparty', await avThirdparty(none)).status).toBe('warn');
  });

  it('does not guess: scans on demand only, and processes that are hidden', async () => {
    const onDemand = await machine(processes(), { '/usr/bin/clamscan': '' }, signatures(1));
    expect(await defender(onDemand)).toMatchObject({ kind: 'unreadable' });
    expect(await avThirdparty(onDemand)).toMatchObject({
      fields: { products: [{ name: 'ClamAV', state: null, up_to_date: true }] },
    });
    const hidden = await machine(clamd, signatures(1));
    expect(await defender(hidden)).toMatchObject({
      kind: 'unreadable',
      reason: 'ClamAV is installed; whether its daemon runs is hidden from the agent',
    });
  });

  it('asks Microsoft Defender where it is installed', async () => {
    const health = await recorded('antivirus/documented/mdatp-health.txt');
    const threats = await recorded('antivirus/documented/mdatp-threat-list.txt');
    const programs = { 'mdatp health': health, 'mdatp threat list': threats };
    const probe = await aMachine({ programs, now: NOW });
    const read = await defender(probe);
    expect(read).toMatchObject({
      fields: { enabled: true, last_signature_update: '2026-11-21T10:35:00.000Z' },
    });
    expect(verdict('defender', read).reason).toBe('Microsoft Defender is on');
    expect(verdict('defender_quarantine', await defenderQuarantine(probe))).toEqual({
      status: 'warn',
      reason: '1 item in quarantine: Virus:DOS/EICAR_Test_File',
    });
    const off = health
      .replace(': true [managed]', ': false')
      .replace(/(real_time.*enabled +): .*/, '$1: false');
    const unprotected = await aMachine({ programs: { 'mdatp health': off }, now: NOW });
    expect(verdict('defender', await defender(unprotected)).status).toBe('crit');
  });

  it('passes on why Microsoft Defender does not answer', async () => {
    const mdatp = { failed: 'mdatp: Could not connect to the daemon (exit code 70)' };
    const probe = await aMachine({ programs: { mdatp } });
    for (const collect of [defender, defenderQuarantine]) {
      expect(await collect(probe)).toEqual({ kind: 'unreadable', reason: mdatp.failed });
    }
  });

  it('lists the folder into which ClamAV moves what it finds', async () => {
    const clamonacc = { '/usr/sbin/clamonacc': '' };
    const running = await machine(processes('clamonacc'), clamonacc, {
      '/proc/2/cmdline': '/usr/sbin/clamonacc\0-F\0--move=/root/quarantine\0',
      '/root/quarantine/eicar.com': 'x',
    });
    expect(await defenderQuarantine(running)).toEqual({
      kind: 'read',
      summary: '1 item in quarantine (/root/quarantine): eicar.com',
      fields: { items: [{ name: 'eicar.com', severity: null, detected_at: null }] },
    });
    const unit = {
      ...clamonacc,
      '/lib/systemd/system/clamav-clamonacc.service': await recorded(
        'antivirus/recorded/debian12-clamonacc-unit.txt',
      ),
    };
    expect(await defenderQuarantine(await machine(processes(), unit))).toMatchObject({
      kind: 'absent',
    });
    const kept = await machine(processes(), unit, { '/root/quarantine': null });
    expect(await defenderQuarantine(kept)).toMatchObject({
      summary: 'nothing in quarantine (/root/quarantine)',
    });
  });

  it('names other products, and says when it cannot ask them', async () => {
    const falcon = { '/opt/CrowdStrike': null };
    expect(await avThirdparty(await machine(processes('falcon-sensor'), falcon))).toMatchObject({
      summary: 'CrowdStrike Falcon on',
      fields: { products: [{ name: 'CrowdStrike Falcon', state: 'on', up_to_date: null }] },
    });
    expect(await avThirdparty(await machine(processes(), { '/opt/sophos-spl': null }))).toEqual({
      kind: 'unreadable',
      reason: 'Sophos Protection: installed, but kenny cannot ask for its state',
    });
  });
});
