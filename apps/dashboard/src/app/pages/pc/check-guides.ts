import type { SectionName } from '@kenny/contract/web';

export interface GuideOfCheck {
  readonly page: string;
  /** The chapter. */
  readonly fragment?: string;
}

/** What to do about a check that is not well, where there is a guide for it. */
const GUIDES: Partial<Record<SectionName, GuideOfCheck>> = {
  app_updates: { page: '/guides/install-a-program', fragment: 'update' },
  av_thirdparty: { page: '/guides/virus-protection', fragment: 'another-program-protects-it' },
  battery: { page: '/guides/battery' },
  defender: { page: '/guides/virus-protection' },
  defender_quarantine: { page: '/guides/virus-protection', fragment: 'it-found-something' },
  disk: { page: '/guides/disk-full' },
  memory: { page: '/guides/slow-pc' },
  printers: { page: '/guides/printer' },
  thermals: { page: '/guides/slow-pc', fragment: 'it-is-hot-or-loud' },
  uptime: { page: '/guides/slow-pc' },
};

export const GUIDES_OF_CHECKS: readonly GuideOfCheck[] = Object.values(GUIDES);

export function guideOf(section: string): GuideOfCheck | undefined {
  return Object.hasOwn(GUIDES, section) ? GUIDES[section as SectionName] : undefined;
}
