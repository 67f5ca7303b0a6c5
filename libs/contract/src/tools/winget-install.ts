import { defineTool } from '../define/tool.js';
import { WingetId, WingetResult } from './winget-package.js';
import { INSTALLABLE } from './winget-search.js';

export class WingetInstallArgs {
  @WingetId(INSTALLABLE)
  id!: string;
}

export const wingetInstall = defineTool({
  name: 'winget_install',
  title: 'Install a program',
  does: 'Downloads {id} and installs it on {pc}.',
  description:
    'Install one program on a Windows PC through winget (the installer that comes with Windows), by its exact package id.',
  args: WingetInstallArgs,
  result: WingetResult,
  effect: 'change',
  risk: 'high',
  riskWhy: 'a new program can do anything there',
  where: 'agent',
  topic: 'programs',
  since: '0.8',
  os: ['windows'],
  guards: { powershell: ['id'], self_protection: ['id'] },
  deadline: { default_s: 600 },
  hints: { destructive: false, idempotent: true, openWorld: true },
});
