import type { ScreenCaptureResult } from '@kenny/contract/web';

/**
 * Base64 of the picture that a result is; null for any other result. Of a long one the server keeps
 * the beginning in conversations, and nothing that stood behind it: its format is gone then.
 */
export function pictureIn(result: unknown): string | null {
  if (typeof result !== 'object' || result === null) return null;
  const { image_b64, format } = result as Partial<ScreenCaptureResult>;
  return typeof image_b64 === 'string' && (format ?? 'png') === 'png' ? image_b64 : null;
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** As every PNG begins. */
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Null for what is no whole picture: texts of results are cut when they are long. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  if (base64.length % 4 !== 0 || !BASE64.test(base64)) return null;
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return PNG.every((byte, at) => bytes[at] === byte) ? bytes : null;
}
