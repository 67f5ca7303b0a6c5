import { RPC_PICTURES } from '@kenny/contract';
import { isObject } from '@kenny/kernel';
import type { Picture } from '../../chat/index.js';
import { invalidParams } from './rpc-error.js';

const MIME_NAMES = ['mimeType', 'mime_type', 'media_type'] as const;
const TOO_LARGE = 'Image attachment is too large';
const NOT_BASE64 = 'Image attachment data must be valid base64';

/**
 * `attachments` of `turns/start`, judged in the order and the words that clients know (seed 004).
 * Whether the data is a picture of its type is for the chat to see.
 * @throws RpcError `invalid_params`
 */
export function givenPictures(attachments: unknown): Picture[] {
  if (attachments === undefined || attachments === null) return [];
  if (!Array.isArray(attachments)) throw invalidParams('attachments must be an array');
  if (attachments.length > RPC_PICTURES.most) {
    throw invalidParams(`At most ${RPC_PICTURES.most} image attachments fit in one message`);
  }
  return attachments.map(pictureIn);
}

function pictureIn(attachment: unknown): Picture {
  if (!isObject(attachment)) throw invalidParams('attachment must be an object');
  const { type, data, name, sizeBytes } = attachment;
  if (type !== 'image') throw invalidParams(`Unsupported attachment type: ${shown(type)}`);
  const named = MIME_NAMES.map((key) => attachment[key]).find((one) => one !== undefined);
  const mime = RPC_PICTURES.types.find(
    (one) => typeof named === 'string' && one === named.toLowerCase(),
  );
  if (!mime) throw invalidParams(`Unsupported image MIME type: ${shown(named)}`);
  if (typeof data !== 'string' || data === '') throw invalidParams(NOT_BASE64);
  if (data.startsWith('data:')) throw invalidParams('Image attachment data must be raw base64');
  if (typeof sizeBytes === 'number' && sizeBytes > RPC_PICTURES.bytes) {
    throw invalidParams(TOO_LARGE);
  }
  if (!isBase64(data)) throw invalidParams(NOT_BASE64);
  if (decodedLength(data) > RPC_PICTURES.bytes) throw invalidParams(TOO_LARGE);
  return { mime_type: mime, data, name: typeof name === 'string' ? name : null };
}

function shown(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value.slice(0, 100) : 'unknown';
}

/** Padded, in one line. Its last bits are looked at when it is decoded. */
function isBase64(data: string): boolean {
  const end = data.search(/[^A-Za-z0-9+/]/);
  if (data.length % 4 !== 0) return false;
  return end < 0 || (end >= data.length - 2 && /^={1,2}$/.test(data.slice(end)));
}

function decodedLength(data: string): number {
  const padding = data.endsWith('==') ? 2 : Number(data.endsWith('='));
  return (data.length / 4) * 3 - padding;
}
