/**
 * Days on which free security updates end, `YYYY-MM-DD`, by `ID` of os-release(5) and version.
 *
 * Debian (with LTS, which comes by itself) and Ubuntu (without Pro, which does not): compared on
 * 2026-11-21 with Debian's package distro-info-data 0.58+deb12u7. The others are the days that the
 * vendors' life-cycle pages name: alpinelinux.org/releases, docs.fedoraproject.org (Fedora Linux
 * EOL), access.redhat.com/support/policy/updates/errata, wiki.almalinux.org/release-notes,
 * wiki.rockylinux.org/rocky/version, oracle.com (Lifetime Support Policy), centos.org/cl-vs-cs.
 * What a system says of itself (`SUPPORT_END`) wins over this list. Not in it = not known.
 */
export const END_OF_LIFE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  debian: {
    '8': '2020-06-30',
    '9': '2022-06-30',
    '10': '2024-06-30',
    '11': '2026-08-31',
    '12': '2028-06-30',
    '13': '2030-06-30',
  },
  ubuntu: {
    '14.04': '2019-04-25',
    '16.04': '2021-04-30',
    '18.04': '2023-05-31',
    '20.04': '2025-05-29',
    '22.04': '2027-06-01',
    '23.04': '2024-01-25',
    '23.10': '2024-07-11',
    '24.04': '2029-05-31',
    '24.10': '2025-07-10',
    '25.04': '2026-01-15',
    '25.10': '2026-07-09',
    '26.04': '2031-05-29',
    '26.10': '2027-07-15',
  },
  alpine: {
    '3.16': '2024-05-23',
    '3.17': '2024-11-22',
    '3.18': '2025-05-09',
    '3.19': '2025-11-01',
    '3.20': '2026-04-01',
    '3.21': '2026-11-01',
    '3.22': '2027-05-01',
    '3.23': '2027-11-01',
  },
  fedora: {
    '36': '2023-05-16',
    '37': '2023-12-05',
    '38': '2024-05-21',
    '39': '2024-11-26',
    '40': '2025-05-13',
    '41': '2025-12-15',
  },
  rhel: { '7': '2024-06-30', '8': '2029-05-31', '9': '2032-05-31', '10': '2035-05-31' },
  almalinux: { '8': '2029-03-01', '9': '2032-05-31', '10': '2035-05-31' },
  rocky: { '8': '2029-05-31', '9': '2032-05-31', '10': '2035-05-31' },
  centos: { '6': '2020-11-30', '7': '2024-06-30', '8': '2024-05-31', '9': '2027-05-31' },
  ol: { '7': '2024-12-31', '8': '2029-07-31', '9': '2032-06-30' },
};

/** Systems made from Ubuntu or Debian name the release below them; they do not outlive it. */
export const CODENAMES: Readonly<Record<string, { id: string; version: string }>> = {
  bionic: { id: 'ubuntu', version: '18.04' },
  focal: { id: 'ubuntu', version: '20.04' },
  jammy: { id: 'ubuntu', version: '22.04' },
  noble: { id: 'ubuntu', version: '24.04' },
  resolute: { id: 'ubuntu', version: '26.04' },
  bullseye: { id: 'debian', version: '11' },
  bookworm: { id: 'debian', version: '12' },
  trixie: { id: 'debian', version: '13' },
};

/** Systems without versions: whoever installs updates is up to date, so there is no such day. */
export const ROLLING = new Set(['arch', 'endeavouros', 'gentoo', 'opensuse-tumbleweed', 'void']);
