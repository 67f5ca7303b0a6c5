import { defineTool } from '../define/tool.js';
import { INSTALLED } from './winget-list.js';
import { WingetId, WingetResult } from './winget-package.js';

export class WingetUninstallArgs {
  @WingetId(INSTALLED)
  id!: string;
}

export const wingetUninstall = defineTool({
  name: 'winget_uninstall',
  title: 'Remove a program',
  does: 'Removes the program {id} from {pc}.',
  deletes: 'the program, and maybe its settings',
  description:
    'Remove one program from a Windows PC through winget (the installer that comes with Windows), by its exact package id.',
  args: WingetUninstallArgs,
  result: WingetResult,
  effect: 'change',
  risk: 'high',
  riskWhy: 'deletes the program, and maybe its settings',
  where: 'agent',
  topic: 'programs',
  since: '0.8',
  os: ['windows'],
  guards: { powershell: ['id'], self_protection: ['id'] },
  deadline: { default_s: 600 },
  hints: { destructive: true, idempotent: true, openWorld: true },
});
