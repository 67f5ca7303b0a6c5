import { Optional } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { UPDATABLE } from './winget-list.js';
import { WingetId, WingetResult } from './winget-package.js';

export class WingetUpdateArgs {
  /** Default: everything that has an update. */
  @Optional()
  @WingetId(UPDATABLE)
  id?: string;
}

export const wingetUpdate = defineTool({
  name: 'winget_update',
  title: 'Update apps',
  does: ['Updates {id} on {pc}.', 'Updates all apps on {pc} that have an update.'],
  description:
    'Update all apps of a Windows PC that have an update, or one by its exact package id, through winget (the installer that comes with Windows).',
  args: WingetUpdateArgs,
  result: WingetResult,
  effect: 'change',
  risk: 'high',
  riskWhy: 'replaces programs, with no way back',
  where: 'agent',
  topic: 'programs',
  since: '0.8',
  os: ['windows'],
  guards: { powershell: ['id'], self_protection: ['id'] },
  deadline: { default_s: 600 },
  hints: { destructive: false, idempotent: true, openWorld: true },
});
