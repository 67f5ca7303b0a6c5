import { Bool, Nullable, Text, Whole } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { NoArgs } from './no-args.js';

export class RemotehelpStartResult {
  @Bool()
  launched!: boolean;

  @Nullable()
  @Whole({ min: 0 })
  pid!: number | null;

  /** What people must still do: one supplies the code, the other accepts at the PC. */
  @Text({ max: 1000 })
  note!: string;
}

export const remotehelpStart = defineTool({
  name: 'remotehelp_start',
  title: 'Start remote help',
  does: 'Opens Quick Assist on the screen of {pc}. Nobody sees that screen before the person at it accepts.',
  description:
    'Open Quick Assist on the desktop of a Windows PC. Whoever helps then gives the code, and the person at the PC accepts.',
  args: NoArgs,
  result: RemotehelpStartResult,
  effect: 'change',
  risk: 'high',
  riskWhy: 'somebody else can see and control the screen',
  where: 'agent',
  topic: 'person',
  since: '0.8',
  os: ['windows'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: false, openWorld: true },
});
