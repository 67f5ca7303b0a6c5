export type Channel = 'home' | 'enterprise' | 'long-term' | 'server';

/**
 * Days on which free security updates end, by build: `home` is Home, Pro and their like, `enterprise`
 * is Enterprise and Education. From Microsoft's lifecycle pages as last known, not compared with a
 * source of today. What is bought beyond (ESU) is not seen. Not in it = not known.
 */
const ENDS: Readonly<Record<number, Partial<Record<Channel, string>>>> = {
  7601: { home: '2020-01-14', enterprise: '2020-01-14', server: '2020-01-14' },
  9200: { home: '2016-01-12', enterprise: '2016-01-12', server: '2023-10-10' },
  9600: { home: '2023-01-10', enterprise: '2023-01-10', server: '2023-10-10' },
  10240: { home: '2017-05-09', enterprise: '2017-05-09', 'long-term': '2025-10-14' },
  14393: {
    home: '2018-04-10',
    enterprise: '2019-04-09',
    'long-term': '2026-10-13',
    server: '2027-01-12',
  },
  17763: {
    home: '2020-11-10',
    enterprise: '2021-05-11',
    'long-term': '2029-01-09',
    server: '2029-01-09',
  },
  18362: { home: '2020-12-08', enterprise: '2020-12-08' },
  18363: { home: '2021-05-11', enterprise: '2022-05-10' },
  19041: { home: '2021-12-14', enterprise: '2021-12-14' },
  19042: { home: '2022-05-10', enterprise: '2023-05-09' },
  19043: { home: '2022-12-13', enterprise: '2022-12-13' },
  // IoT editions of the LTSC release last until 2032, which the build does not tell.
  19044: { home: '2023-06-13', enterprise: '2024-06-11', 'long-term': '2027-01-12' },
  19045: { home: '2025-10-14', enterprise: '2025-10-14' },
  20348: { server: '2031-10-14' },
  22000: { home: '2023-10-10', enterprise: '2024-10-08' },
  22621: { home: '2024-10-08', enterprise: '2025-10-14' },
  22631: { home: '2025-11-11', enterprise: '2026-11-10' },
  26100: {
    home: '2026-10-13',
    enterprise: '2027-10-12',
    'long-term': '2029-10-09',
    server: '2034-10-10',
  },
  26200: { home: '2027-10-12', enterprise: '2028-10-10' },
};

/** The last day of support, `YYYY-MM-DD`, or undefined when unknown. */
export function supportEnd(build: number, channel: Channel): string | undefined {
  return Object.hasOwn(ENDS, build) ? ENDS[build]?.[channel] : undefined;
}
