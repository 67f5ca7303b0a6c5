import type { PictureRef } from '@kenny/session';
import { MODEL_LIMITS } from '../limits.js';
import { base64Length } from '../said-pictures.js';
import type { ToldResult } from './told-results.js';

export const LOST_PICTURE = '⟨left out: this picture of the operator is not known any more⟩';

/** A picture of a message as the model is told it: whole, or as a mark when its API refuses it. */
export function toldPicture({ bytes, sides, name }: PictureRef): ToldResult {
  const { pictureChars, pictureSide } = MODEL_LIMITS;
  const chars = base64Length(bytes);
  const picture =
    name === null ? 'a picture of the operator' : `the picture ${JSON.stringify(name)}`;
  const gone = `⟨left out: ${picture} is too long ago; ask for it again if it is needed⟩`;
  if (chars <= pictureChars && Math.max(...sides) <= pictureSide) {
    return { text: '', pictureChars: chars, isError: false, gone };
  }
  const text = `⟨left out: ${picture} is too large for the model, ${sides.join(' × ')} pixels⟩`;
  return { text, pictureChars: 0, isError: false, gone };
}
