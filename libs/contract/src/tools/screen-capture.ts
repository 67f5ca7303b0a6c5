import { CAPS } from '../constants.js';
import { Bool, OneOf, Optional, Text } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { NoArgs } from './no-args.js';

export class ScreenCaptureResult {
  /** Base64 of the image. */
  @Text({ max: CAPS.agentResultBytes })
  image_b64!: string;

  @OneOf(['png'])
  format!: 'png';

  /** The person at the PC got a notice of it; false where none can be shown. Older agents show none. */
  @Optional()
  @Bool()
  person_told?: boolean;
}

export const screenCapture = defineTool({
  name: 'screen_capture',
  title: 'Take a screenshot',
  does: 'Takes a picture of what is on the screens of {pc} now. The person there gets a notice, if its agent can show one.',
  description: 'Take a picture of all screens of a PC, as the person at it sees them.',
  args: NoArgs,
  result: ScreenCaptureResult,
  effect: 'read',
  risk: 'none',
  sensitive: true,
  where: 'agent',
  topic: 'person',
  since: '0.8',
  os: ['windows', 'linux'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: false, openWorld: false },
});
