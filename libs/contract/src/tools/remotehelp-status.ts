import { Bool, Nullable, Text } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { NoArgs } from './no-args.js';

/** Everything false (and no version) where the system has no Quick Assist. */
export class RemotehelpStatusResult {
  @Bool()
  installed!: boolean;

  @Nullable()
  @Text({ max: 64 })
  version!: string | null;

  @Bool()
  internet_ok!: boolean;

  /** Somebody is logged in whose desktop could show the app. */
  @Bool()
  interactive_session!: boolean;
}

export const remotehelpStatus = defineTool({
  name: 'remotehelp_status',
  title: 'Check remote help',
  does: 'Checks whether remote help could start on {pc}.',
  description:
    'Show whether remote help could start on the PC: internet reachable, somebody logged in, and on Windows whether it has Quick Assist.',
  args: NoArgs,
  result: RemotehelpStatusResult,
  effect: 'read',
  risk: 'none',
  where: 'agent',
  topic: 'person',
  since: '0.8',
  os: ['windows', 'linux', 'macos'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: true },
});
