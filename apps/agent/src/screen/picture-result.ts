import { CAPS, type ResultOf } from '@kenny/contract/agent';
import { ToolFailure } from '../dispatch/tool-failure.js';
import { readPngHeader } from './png-header.js';

export type Picture = ResultOf<'screen_capture'>;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * What came from the session of a user, as the answer of the tool: it is data, so it must look like a
 * picture within the caps before it goes on. @throws ToolFailure
 */
export function pictureResult(base64: string): Picture {
  const bytes = BASE64.test(base64) ? Buffer.from(base64, 'base64') : Buffer.alloc(0);
  const header = readPngHeader(bytes);
  const fits = header && header.width <= CAPS.screenWidth && bytes.length <= CAPS.screenBytes;
  if (!fits) {
    throw new ToolFailure('exec_failed', 'what came from the session of the user is no picture');
  }
  return { image_b64: base64, format: 'png' };
}
