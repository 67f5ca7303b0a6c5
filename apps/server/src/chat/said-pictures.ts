import {
  CHAT_LIMITS,
  CHAT_PICTURE_TYPES,
  CHAT_PICTURES,
  type ChatPictureType,
} from '@kenny/contract';
import type { NewPicture } from '@kenny/session';
import { setImmediate as nextTick } from 'node:timers/promises';
import { KennyError } from '../kernel/index.js';
import { sidesOf } from './picture-sides.js';

/** A picture as somebody sends it with a message. */
export interface Picture {
  readonly mime_type: string;
  /** Strict base64, without `data:` before it. */
  readonly data: string;
  readonly name?: string | null | undefined;
}

/**
 * What somebody sent, as pictures of the type that they claim. Checking one takes milliseconds:
 * others get their turn in between.
 * @throws KennyError `bad_args`, with the number of the picture
 */
export async function saidPictures(images: readonly Picture[]): Promise<NewPicture[]> {
  if (images.length > CHAT_PICTURES.most) {
    throw new KennyError('bad_args', `images: at most ${CHAT_PICTURES.most} in one message`);
  }
  const pictures: NewPicture[] = [];
  for (const [index, image] of images.entries()) {
    const checked = checkedPicture(image);
    if (typeof checked === 'string') {
      throw new KennyError('bad_args', `image ${index + 1}: ${checked}`);
    }
    pictures.push(checked);
    await nextTick();
  }
  return pictures;
}

/** The picture, or what is wrong with it. */
function checkedPicture({ mime_type, data, name }: Picture): NewPicture | string {
  const type = CHAT_PICTURE_TYPES.find((one) => one === mime_type.toLowerCase());
  if (!type) return `the type must be one of ${CHAT_PICTURE_TYPES.join(', ')}`;
  if (data.length > base64Length(CHAT_PICTURES.bytes)) return TOO_LARGE;
  const decoded = Buffer.from(data, 'base64');
  if (data === '' || decoded.toString('base64') !== data) return 'the data must be strict base64';
  if (decoded.length > CHAT_PICTURES.bytes) return TOO_LARGE;
  const sides = sidesOf(type satisfies ChatPictureType, decoded);
  if (!sides) return `the data is not a picture of the type ${type}`;
  return { mime_type: type, data, bytes: decoded.length, sides, name: nameOf(name) };
}

const TOO_LARGE = `a picture may have ${CHAT_PICTURES.bytes / 1024 / 1024} MiB; make it smaller`;

export function base64Length(bytes: number): number {
  return 4 * Math.ceil(bytes / 3);
}

/** One line, without what would show it as something else. */
function nameOf(name: string | null | undefined): string | null {
  const line = (name ?? '').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').trim();
  return line.slice(0, CHAT_LIMITS.name).toWellFormed() || null;
}
