import { defineTool } from '../define/tool.js';
import { NoArgs } from './no-args.js';
import { OkResult } from './ok-result.js';

export const netDnsFlush = defineTool({
  name: 'net_dns_flush',
  title: 'Clear the DNS cache',
  does: 'Makes {pc} look up internet names afresh. Nothing else changes.',
  description:
    'Make a Windows PC look up web addresses afresh (empty its DNS cache). Use it when a page that moved does not open there.',
  args: NoArgs,
  result: OkResult,
  effect: 'change',
  risk: 'low',
  riskWhy: 'it only empties a cache, which fills again by itself',
  where: 'agent',
  topic: 'fix',
  since: '0.8',
  os: ['windows'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
