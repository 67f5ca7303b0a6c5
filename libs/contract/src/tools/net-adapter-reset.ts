import { Field, Text } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { OkResult } from './ok-result.js';

/** No control characters, and no first character that a program could read as an option. */
const ADAPTER_PATTERN = '^[^\\u0000-\\u001f\\u007f-\\u009f/-][^\\u0000-\\u001f\\u007f-\\u009f]*$';

export class NetAdapterResetArgs {
  @Text({ pattern: ADAPTER_PATTERN, max: 256 })
  @Field({
    label: 'Adapter',
    description: 'Its name as “Show network settings” says it.',
    example: 'Ethernet',
  })
  name!: string;
}

export const netAdapterReset = defineTool({
  name: 'net_adapter_reset',
  title: 'Reset a network adapter',
  does: 'Switches the network adapter {name} of {pc} off and on again. {pc} may be offline for some seconds.',
  description:
    'Switch one network adapter of a Windows PC off and on again. Use it when the network hangs; the PC may be offline for some seconds.',
  args: NetAdapterResetArgs,
  result: OkResult,
  effect: 'change',
  risk: 'medium',
  riskWhy: 'the PC may be offline for some seconds',
  where: 'agent',
  topic: 'fix',
  since: '0.8',
  os: ['windows'],
  guards: { powershell: ['name'], self_protection: ['name'] },
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: false, openWorld: false },
});
