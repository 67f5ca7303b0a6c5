/**
 * Days on which free security updates end, `YYYY-MM-DD`, by `ID` of os-release(5) and version.
 *
 * Compared, on 2026-11-21: Debian (with LTS, which comes by itself) and Ubuntu (without Pro, which
 * does not) with Debian's package distro-info-data 0.58+deb12u7; Alpine up to 3.17, CentOS and
 * Rocky Linux 8 and 9 with Debian's package osinfo-db 0.20221130-2, which is of 2022.
 *
 * Not compared with a source of today, and so marked below: these are the days that the vendors'
 * pages were last known to name. Left out, because unknown is better than wrong: days that a vendor
 * only estimates, that depend on a contract (Oracle Linux), and releases that tell their own day.
 *
 * What a system says of itself (`SUPPORT_END`, Fedora since 37) wins over this list. Not in it = not
 * known.
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
    '3.15': '2023-11-01',
    '3.16': '2024-05-23',
    '3.17': '2024-11-22',
    // Not compared: alpinelinux.org/releases.
    '3.18': '2025-05-09',
    '3.19': '2025-11-01',
    '3.20': '2026-04-01',
    '3.21': '2026-11-01',
    '3.22': '2027-05-01',
  },
  // Not compared: docs.fedoraproject.org, "Fedora Linux EOL". All long over, whatever the very day.
  fedora: {
    '36': '2023-05-16',
    '37': '2023-12-05',
    '38': '2024-05-21',
    '39': '2024-11-26',
    '40': '2025-05-13',
  },
  // Not compared: access.redhat.com/support/policy/updates/errata, end of maintenance.
  rhel: { '7': '2024-06-30', '8': '2029-05-31', '9': '2032-05-31', '10': '2035-05-31' },
  // Not compared: wiki.almalinux.org/release-notes, end of security support.
  almalinux: { '8': '2029-03-01', '9': '2032-05-31', '10': '2035-05-31' },
  rocky: {
    '8': '2029-05-31',
    '9': '2032-05-31',
    // Not compared: wiki.rockylinux.org/rocky/version.
    '10': '2035-05-31',
  },
  // 8 is Stream; CentOS Linux 8 ended before. The day of Stream 9 is only an estimate of its makers.
  centos: { '6': '2020-11-30', '7': '2024-06-30', '8': '2024-05-31' },
};

/** Derivatives of Ubuntu or Debian name their base release, whose end is theirs. */
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

/** Rolling releases have no end. */
export const ROLLING = new Set(['arch', 'endeavouros', 'gentoo', 'opensuse-tumbleweed', 'void']);
