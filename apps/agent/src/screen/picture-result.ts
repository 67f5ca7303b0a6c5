import { CAPS, type ResultOf } from '@kenny/contract/agent';
import { ToolFailure } from '../errors/tool-failure.js';
import { at, textAt } from '../platform/json.js';
import { readPngHeader } from './png-header.js';

export type Picture = ResultOf<'screen_capture'>;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** What a user's desktop session sends. */
export type SessionPicture = Required<Pick<Picture, 'image_b64' | 'person_told'>>;

/**
 * What a user's desktop session sent is untrusted: the picture must be a PNG within the caps.
 * @throws ToolFailure
 */
export function pictureResult(sent: unknown): Picture {
  const base64 = textAt(sent, 'image_b64') ?? '';
  const bytes = BASE64.test(base64) ? Buffer.from(base64, 'base64') : Buffer.alloc(0);
  const header = readPngHeader(bytes);
  const fits = header && header.width <= CAPS.screenWidth && bytes.length <= CAPS.screenBytes;
  if (!fits) {
    throw new ToolFailure('exec_failed', 'what came from the session of the user is no picture');
  }
  return { image_b64: base64, format: 'png', person_told: at(sent, 'person_told') === true };
}
