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
  title: 'Update programs',
  does: ['Updates {id} on {pc}.', 'Updates every program on {pc} that has an update.'],
  description:
    'Update one program on a Windows PC through winget (the installer that comes with Windows), by its exact package id, or every program that has an update.',
  args: WingetUpdateArgs,
  result: WingetResult,
  effect: 'change',
  risk: 'high',
  where: 'agent',
  topic: 'programs',
  since: '0.8',
  os: ['windows'],
  guards: { powershell: ['id'], self_protection: ['id'] },
  deadline: { default_s: 600 },
  hints: { destructive: false, idempotent: true, openWorld: true },
});
