import { defineTool } from '../define/tool.js';
import { NoArgs } from './no-args.js';
import { OkResult } from './ok-result.js';

export const netDnsFlush = defineTool({
  name: 'net_dns_flush',
  title: 'Flush the DNS cache',
  does: 'Makes {pc} look up internet names afresh. Nothing else changes.',
  description: "Empty a Windows PC's cache of resolved names.",
  args: NoArgs,
  result: OkResult,
  effect: 'change',
  risk: 'low',
  where: 'agent',
  topic: 'network',
  since: '0.8',
  os: ['windows'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
