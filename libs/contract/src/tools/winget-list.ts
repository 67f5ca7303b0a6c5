import { ListOf } from '../define/decorators.js';
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
    'List the programs that winget (the installer that comes with Windows) knows on a PC, with their version and the newer one where there is one.',
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
