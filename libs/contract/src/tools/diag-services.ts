import { Field, ListOf, Optional, Text } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { ReportedService } from '../sections/services.js';

export class DiagServicesArgs {
  @Optional()
  @Text({ min: 1, max: 256 })
  @Field({ label: 'Filter', description: 'Part of the name or the display name.' })
  filter?: string;
}

export class DiagServicesResult {
  @ListOf(() => ReportedService, 10_000)
  services!: ReportedService[];
}

export const diagServices = defineTool({
  name: 'diag_services',
  title: 'List background services',
  does: ['Lists the services of {pc} with {filter} in their name.', 'Lists the services of {pc}.'],
  description:
    'List the services of the PC, which work in the background: whether each runs and how it starts; all of them, or only those whose name contains the filter.',
  args: DiagServicesArgs,
  result: DiagServicesResult,
  effect: 'read',
  risk: 'none',
  where: 'agent',
  topic: 'expert',
  since: '0.8',
  os: ['windows', 'linux', 'macos'],
  guards: { powershell: ['filter'], posix: ['filter'], self_protection: ['filter'] },
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
