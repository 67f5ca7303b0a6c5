import { CAPS } from '@kenny/contract/agent';
import type { Pixels } from './pixels.js';
import { encodePng } from './png-encode.js';
import { scaledTo } from './scale.js';

/** Tried in turn: a screen full of photographs may not fit at the widest. */
const NARROWER = [0.75, 0.5, 0.375, 0.25];

export interface PictureCaps {
  readonly screenWidth: number;
  readonly screenBytes: number;
}

/** The picture as a PNG within the contract's caps, as wide as fits. @throws Error */
export function fitPicture(picture: Pixels, caps: PictureCaps = CAPS): Buffer {
  for (const part of [1, ...NARROWER]) {
    const png = encodePng(scaledTo(picture, Math.floor(caps.screenWidth * part)));
    if (png.length <= caps.screenBytes) return png;
  }
  throw new Error('the screenshot is too large to send');
}
