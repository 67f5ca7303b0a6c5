import { Bool } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { NoArgs } from './no-args.js';

export class RemotehelpStopResult {
  /** False when no session was running. */
  @Bool()
  stopped!: boolean;
}

export const remotehelpStop = defineTool({
  name: 'remotehelp_stop',
  title: 'Stop remote help',
  does: 'Closes Quick Assist on {pc}: the remote help there ends.',
  description: 'Close Quick Assist on a Windows PC, so that no remote-help session stays open.',
  args: NoArgs,
  result: RemotehelpStopResult,
  effect: 'change',
  risk: 'low',
  riskWhy: 'it only ends remote help',
  where: 'agent',
  topic: 'person',
  since: '0.8',
  os: ['windows'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
