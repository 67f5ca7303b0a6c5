import { readFileSync } from 'node:fs';
import { madeUpFolders } from './made-up-folders.mjs';
import { LINUX_RESULTS } from './made-up-linux.mjs';
import { madeUpSearch } from './made-up-programs.mjs';

/**
 * Eight PCs of a family and a club, as a demo shows them. Each reports its health from what is true of
 * it right now, and a change that really helps changes that.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const GB = 1e9;
const DISK_BYTES = 500 * GB;
/** Of Mum's disk, in percent: as fast now as for weeks, so that its forecast holds. */
const FILLS_A_DAY = 0.8;

const fixture = (path) =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${path}`, import.meta.url)));

/** What is on their screens. */
const DESKTOP = readFileSync(new URL('screen/desktop.png', import.meta.url), 'base64');

export function madeUpFleet() {
  return [
    windows('mum-laptop', 'Mum’s laptop', ['family'], {
      ...{ disk: 93, battery: 88, fills: true, owner: 'Mum' },
    }),
    windows('grandpa-pc', 'Grandpa’s PC', ['family'], {
      ...{ disk: 48, protection: false, since: 3 * HOUR_MS },
      ...{ owner: 'Grandpa', contact: '+44 20 7946 0134' },
    }),
    windows('leo-laptop', 'Leo’s laptop', ['family'], {
      disk: 71,
      battery: 64,
      outdated: OUTDATED,
    }),
    linux('anna-desktop', 'Anna’s desktop', ['family'], {
      ...{ disk: 35, restart: true, since: 4 * DAY_MS },
    }),
    windows('club-office', 'Club office', ['club'], {
      ...{ disk: 52, printer: 'Offline', since: 30 * HOUR_MS },
      ...{ owner: 'Ben, for the club', contact: 'ben@club.example' },
    }),
    windows('club-till', 'Club till', ['club'], {
      ...{ disk: 29, mended: { from: 52 * HOUR_MS, to: 47 * HOUR_MS, printer: 'Offline' } },
    }),
    linux('media-box', 'Media box', ['family'], {
      ...{ disk: 77, mended: { from: 128 * HOUR_MS, to: 101 * HOUR_MS, restart: true } },
    }),
    // Was switched off, and nobody has missed it yet.
    windows('old-netbook', 'Old netbook', ['club'], { disk: 66, left: 3 * DAY_MS }),
  ];
}

const windows = (id, name, tags, facts) =>
  new MadeUpPc('windows', id, name, tags, { outdated: [], ...facts });
const linux = (id, name, tags, facts) => new MadeUpPc('linux', id, name, tags, facts);

const SYSTEMS = {
  windows: { name: 'Windows 11 Pro', version: '24H2', build: '26100.4349' },
  linux: { name: 'Debian GNU/Linux', version: '12 (bookworm)', build: '6.1.0-37-amd64' },
};
/** What may go from the disk of each. */
const CLEANABLE = {
  windows: {
    trash: { gb: 31.4, files: 812 },
    update_cache: { gb: 14.2, files: 2_310 },
    temp: { gb: 8.7, files: 15_204 },
    browser_cache: { gb: 2.9, files: 9_466 },
  },
  linux: {
    trash: { gb: 12.6, files: 340 },
    package_cache: { gb: 3.8, files: 412 },
    logs: { gb: 1.9, files: 57 },
  },
};
/** What Leo has not updated. */
const OUTDATED = [
  { id: 'Mozilla.Firefox', name: 'Firefox', version: '139.0.4', available: '140.0.1' },
  { id: 'VideoLAN.VLC', name: 'VLC media player', version: '3.0.20', available: '3.0.21' },
  { id: '7zip.7zip', name: '7-Zip', version: '24.08', available: '24.09' },
];
const WELL = { protection: true, restart: false, printer: 'Idle' };

/** The last number of an address in their network. */
let hosts = 20;

/** One of them; what is true of it changes with time and with what is run on it. */
export class MadeUpPc {
  constructor(os, id, name, tags, facts) {
    Object.assign(this, { os, id, name, tags });
    this.facts = { ...WELL, ...facts };
    this.began = Date.now();
    this.cleaned = new Set();
    this.host = ++hosts;
  }

  /** What somebody has written down of it. */
  get details() {
    const { owner = '', contact = '' } = this.facts;
    return { tags: this.tags, owner, contact };
  }

  get meta() {
    return { hostname: this.id, os: this.os };
  }

  /** How long ago it reported last. */
  get left() {
    return this.facts.left ?? -1;
  }

  /** Before something came that is there now: well, but for what was mended. */
  past(now) {
    const { mended } = this.facts;
    const ago = this.began - now;
    return mended && ago <= mended.from && ago > mended.to ? { ...WELL, ...mended } : WELL;
  }

  /** Every ten days, each at another time. */
  bootedAt(now) {
    const shifted = now - this.began + (40 + 5 * this.id.length) * 13 * HOUR_MS;
    return now - (shifted % (10 * DAY_MS));
  }

  /** A snapshot; judged by the same rules as that of a real PC. */
  snapshot(now = Date.now()) {
    const { battery, outdated, since = 0 } = this.facts;
    const { protection, restart, printer } = now < this.began - since ? this.past(now) : this.facts;
    const used = this.diskUsed(now);
    const drive = this.os === 'windows' ? 'C:' : '/';
    const ago = (ms) => new Date(now - ms).toISOString();
    const up = now - this.bootedAt(now);
    const phase = this.id.length;
    const swing =
      0.6 * Math.sin(now / (4 * HOUR_MS) + phase) + 0.4 * Math.sin(now / 90_000 + phase);
    const ram = phase % 2 === 0 ? 8 : 16;
    const memory = 38 + 2 * phase + 9.4 * swing;
    return {
      disk: {
        ...said(`${drive} ${used.toFixed(0)} % full`),
        volumes: [
          {
            ...{ mount: drive, total_bytes: DISK_BYTES, percent_used: Number(used.toFixed(1)) },
            free_bytes: Math.round((DISK_BYTES * (100 - used)) / 100),
          },
        ],
      },
      memory: {
        ...said('memory'),
        ...{ total_bytes: ram * GB, used_bytes: Math.round((ram * memory * GB) / 100) },
        percent_used: Number(memory.toFixed(1)),
        ...{ swap_total_bytes: 4 * GB, swap_used_bytes: 0 },
      },
      load: madeUpLoad(memory, swing),
      uptime: {
        ...said('up'),
        uptime_secs: Math.round(up / 1000),
        boot_time_unix: Math.round((now - up) / 1000),
      },
      os_support: {
        ...{ ...said(`${SYSTEMS[this.os].name} is supported`), ...SYSTEMS[this.os], eol: false },
        eol_date: new Date(this.began + 730 * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length),
      },
      network: {
        ...said('1 interface'),
        interfaces: [
          { name: 'Ethernet', mac: `02:00:5e:10:00:${this.host}`, ips: [`192.0.2.${this.host}`] },
        ],
        dns: ['192.0.2.1'],
      },
      reboot_pending: {
        ...said(restart ? 'A restart is pending' : 'none'),
        ...{ pending: restart, reasons: restart ? ['KernelUpdate'] : [] },
      },
      printers: {
        ...said(`1 printer, ${printer.toLowerCase()}`),
        printers: [{ name: 'Brother HL-L2350DW', status: printer, is_default: true, jobs: 0 }],
      },
      firewall: {
        ...said('on'),
        profiles: [{ name: this.os === 'windows' ? 'Private' : 'nftables', enabled: true }],
      },
      ...(this.os === 'windows'
        ? {
            defender: {
              ...said('Defender'),
              ...{ enabled: true, realtime_protection: protection, threats_found: 0 },
              ...{ last_scan: ago(2 * DAY_MS), last_scan_type: 'quick' },
              last_signature_update: ago(5 * HOUR_MS),
            },
          }
        : {}),
      ...(outdated
        ? {
            app_updates: {
              ...said(
                outdated.length > 0 ? `${outdated.length} updates` : 'All apps are up to date',
              ),
              ...{ available: outdated.length, packages: outdated },
            },
          }
        : {}),
      ...(battery
        ? {
            battery: {
              ...said(`Holds ${battery} % of its original capacity`),
              ...{ present: true, charge_percent: Math.round(70 + 20 * swing) },
              ...{ health_percent: battery, status_code: 2 },
            },
          }
        : {}),
    };
  }

  /** The result of a tool, as a PC gives it; a change that helps makes itself felt. */
  run(tool, args, now) {
    if (tool === 'telemetry_collect') return this.sections(now, args.sections);
    if (tool === 'fs_disk_usage') return { volumes: this.snapshot(now).disk.volumes };
    if (tool === 'fs_folder_sizes') {
      const used = (DISK_BYTES * this.diskUsed(now)) / 100;
      return madeUpFolders(this.os, args.path, used, this.cleanable());
    }
    if (tool === 'disk_cleanable') return { targets: this.cleanable() };
    if (tool === 'disk_clean') return this.clean(args.targets);
    if (tool === 'winget_search') return madeUpSearch(args.query);
    if (tool === 'winget_update') return this.update(args.id);
    if (tool === 'screen_capture') return { image_b64: DESKTOP, format: 'png', person_told: true };
    const text = String(args?.script ?? args?.command ?? '');
    if (this.os === 'linux' && tool in LINUX_RESULTS) return LINUX_RESULTS[tool];
    if (text === '') return fixture(`tools/response_${tool}.json`).result;
    this.suffer(text);
    return { stdout: 'Done (made up).\n', stderr: '', exit_code: 0, truncated: false };
  }

  /** Those that are asked for, else all. */
  sections(now, names) {
    const all = Object.entries(this.snapshot(now));
    return Object.fromEntries(all.filter(([name]) => names?.includes(name) ?? true));
  }

  /** What may go; what has gone is not there twice. */
  cleanable() {
    return Object.entries(CLEANABLE[this.os])
      .filter(([target]) => !this.cleaned.has(target))
      .map(([target, { gb, files }]) => ({ target, bytes: gb * GB, files, partial: false }));
  }

  clean(wanted) {
    const gone = this.cleanable().filter(({ target }) => wanted.includes(target));
    for (const { target } of gone) this.cleaned.add(target);
    const freed = gone.reduce((sum, { bytes }) => sum + bytes, 0);
    this.freed = (this.freed ?? 0) + (100 * freed) / DISK_BYTES;
    return {
      freed_bytes: freed,
      targets: gone.map(({ target, bytes, files }) => ({
        ...{ target, freed_bytes: bytes, deleted: files, kept: 0, problems: [] },
      })),
    };
  }

  /** One program, or all. */
  update(wanted) {
    const left = (this.facts.outdated ?? []).filter(({ id }) => wanted && id !== wanted);
    this.facts = { ...this.facts, outdated: left };
    return { ok: true, log: 'Successfully installed (made up).\n' };
  }

  suffer(text) {
    if (/DisableRealtimeMonitoring \$false/i.test(text)) this.facts.protection = true;
    if (/spooler|cups/i.test(text)) this.facts.printer = 'Idle';
    if (/shutdown/i.test(text)) this.facts.restart = false;
    if (/Dism|vacuum|apt-get clean|Remove-Item|rm /i.test(text)) this.freed = this.diskUsed() - 61;
  }

  diskUsed(now = Date.now()) {
    const { disk, fills } = this.facts;
    const since = now - this.began;
    const grown = fills ? Math.min(98 - disk, (since / DAY_MS) * FILLS_A_DAY) : 0;
    return Math.max(5, disk + grown - (this.freed ?? 0));
  }
}

/** Busy in the evening, as its memory is. @param swing - from -1 to 1 */
function madeUpLoad(memory, swing) {
  const busy = (1 + swing) / 2;
  const cpu = 4 + 30 * busy * busy;
  return {
    ...said('load'),
    measured_over_s: 60,
    cpu_percent: Number(cpu.toFixed(1)),
    cpu_peak_percent: Number((cpu * 1.6).toFixed(1)),
    memory_percent: Number(memory.toFixed(1)),
    memory_pressure_percent: null,
    network_in_bytes_per_s: Math.round(20e3 + 1.4e6 * busy ** 3),
    network_out_bytes_per_s: Math.round(6e3 + 120e3 * busy ** 3),
    disk_read_bytes_per_s: Math.round(50e3 + 2.1e6 * busy ** 2),
    disk_write_bytes_per_s: Math.round(90e3 + 800e3 * busy ** 2),
  };
}

/** What every section has; the server judges by the numbers beside it. */
function said(summary) {
  return { status: 'ok', summary };
}
