import { DASHBOARD_PAGES } from '@kenny/contract';
import type { Page } from 'playwright-core';

/** One address of the dashboard that every test of all pages opens. */
export interface DashboardPage {
  readonly name: string;
  readonly path: string;
}

/** What stands behind the first part of an address, where that is more than a page of that name. */
export interface Subjects {
  readonly agentId: string;
  readonly approvalId: string;
  /** Ids of tasks by what they are at, where there are agents to work on them. */
  readonly tasks?: Readonly<Record<string, string>>;
}

/** Of the page of a PC; on a phone it begins with none. */
const PC_PARTS = ['charts', 'changes', 'activity', 'tools', 'screen', 'log'] as const;

/** Of the settings. */
const SETTINGS = [
  ...['pcs', 'people', 'connections', 'releases', 'alerts', 'server', 'backups', 'me'],
] as const;

type PageName = (typeof DASHBOARD_PAGES)[number];
const FURTHER: Partial<Record<PageName, (subjects: Subjects) => DashboardPage[]>> = {
  fleet: ({ agentId }) => {
    const path = `/fleet/${encodeURIComponent(agentId)}`;
    const parts = PC_PARTS.map((part) => ({ name: `pc-${part}`, path: `${path}?part=${part}` }));
    return [{ name: 'pc', path }, ...parts];
  },
  approvals: ({ approvalId }) => [{ name: 'approval', path: `/approvals/${approvalId}` }],
  tasks: ({ tasks }) => [
    { name: 'new-task', path: '/tasks/new' },
    ...Object.entries(tasks ?? {}).map(([what, id]) => ({
      ...{ name: `task-${what}`, path: `/tasks/${id}` },
    })),
  ],
  settings: () => SETTINGS.map((one) => ({ name: `settings-${one}`, path: `/settings/${one}` })),
};

/**
 * Every page that the server answers with the dashboard, so that a new one is in every test without
 * being named there. The login and the page
 * of an invitation are not among them: they are for those who are not in yet.
 */
export function dashboardPages(subjects: Subjects): DashboardPage[] {
  return DASHBOARD_PAGES.filter((page) => page !== 'login' && page !== 'join').flatMap((page) => {
    return [{ name: page, path: `/${page}` }, ...(FURTHER[page]?.(subjects) ?? [])];
  });
}

/** Opens it and waits until it shows what it has. @returns false when there is no such page (yet) */
export async function openPage(
  page: Page,
  base: string,
  { path }: DashboardPage,
): Promise<boolean> {
  await page.goto(base + path);
  return settled(page);
}

/** Waits until no part of the page says any more that it is being asked for. */
export async function settled(page: Page): Promise<boolean> {
  const heading = page.locator('h1').first();
  await heading.waitFor();
  await page.locator('.later, [aria-busy=true]').first().waitFor({ state: 'detached' });
  return (await heading.textContent())?.trim() !== 'Page not found';
}

/** How far the page can be pushed sideways, in pixels; nothing but code may. */
export async function sidewaysBy(page: Page): Promise<number> {
  return Number(
    await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    ),
  );
}
