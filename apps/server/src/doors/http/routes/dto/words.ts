import { INSTALLER_CODE, RELEASE_FILE_PATTERN } from '@kenny/contract';

/** Formats of query and path fields, which are text; numbers are digits. */
export const LIMIT = { pattern: '^[0-9]{1,4}$', max: 4 } as const;
export const CURSOR = { max: 200 } as const;
/** ISO 8601; `timeOf` reads it. */
export const TIME = { pattern: '^[0-9T:.Z+-]{4,40}$', max: 40 } as const;
/** Any name: sections of later protocols are stored too. */
export const SECTION = { pattern: '^[a-z][a-z0-9_]{0,63}$', max: 64 } as const;
/** Name of a series; the service knows which exist. */
export const METRIC = { pattern: '^[a-z][a-z0-9_]{0,63}$', max: 64 } as const;
/** Nonce of an installer link; the page explains when a mail program has cut it. */
export const NONCE = { pattern: '^[A-Za-z0-9_-]{1,128}$', max: 128 } as const;
export const CODE = { pattern: INSTALLER_CODE.pattern, max: INSTALLER_CODE.length } as const;
export const RELEASE = { pattern: RELEASE_FILE_PATTERN, max: 128 } as const;
/** Name of a backup's file, or what may be fetched once; the service knows which exist. */
export const FILE = { pattern: '^[A-Za-z0-9_.-]{1,64}$', max: 64 } as const;
export const TOOL = { pattern: '^[a-z][a-z0-9_]{0,63}$', max: 64 } as const;
/** ID of a token, approval, rule, call or operator. */
export const ID = { pattern: '^[A-Za-z0-9_.:@-]{1,128}$', max: 128 } as const;
