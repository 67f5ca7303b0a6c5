import { ListOf } from '../define/decorators.js';
import type { Lookup } from '../define/lookup.js';
import { defineTool } from '../define/tool.js';
import { NoArgs } from './no-args.js';
import { WingetPackage } from './winget-package.js';

export class WingetListResult {
  @ListOf(() => WingetPackage, 10_000)
  packages!: WingetPackage[];
}

export const wingetList = defineTool({
  name: 'winget_list',
  title: 'List installed programs',
  does: 'Lists the programs installed on {pc}.',
  description:
    'List the programs on a Windows PC with their versions, and the newer one where there is one: those that winget knows, the installer that comes with Windows.',
  args: NoArgs,
  result: WingetListResult,
  effect: 'read',
  risk: 'none',
  where: 'agent',
  topic: 'programs',
  since: '0.8',
  os: ['windows'],
  guards: {},
  deadline: { default_s: 600 },
  hints: { destructive: false, idempotent: true, openWorld: true },
});

/** A package id among those that are there. */
export const INSTALLED: Lookup = {
  label: 'Installed program',
  tool: wingetList.name,
  list: 'packages' satisfies keyof WingetListResult,
  value: 'id' satisfies keyof WingetPackage,
  shows: ['name', 'version'] satisfies (keyof WingetPackage)[],
};

/** The same, where there is a newer version. */
export const UPDATABLE: Lookup = {
  ...INSTALLED,
  label: 'Program with an update',
  shows: ['name', 'version', 'available'] satisfies (keyof WingetPackage)[],
  has: 'available' satisfies keyof WingetPackage,
};
