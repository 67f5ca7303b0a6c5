import { RELEASE_FILE_PATTERN } from '@kenny/contract';

/** Query and path fields are text: what each kind of it looks like. Numbers are written as digits. */
export const LIMIT = { pattern: '^[0-9]{1,4}$', max: 4 } as const;
export const CURSOR = { max: 200 } as const;
/** ISO 8601; `timeOf` reads it. */
export const TIME = { pattern: '^[0-9T:.Z+-]{4,40}$', max: 40 } as const;
/** Sections of later protocols are kept as well, so any name will do. */
export const SECTION = { pattern: '^[a-z][a-z0-9_]{0,63}$', max: 64 } as const;
/** Of a series; the service knows which there are. */
export const METRIC = { pattern: '^[a-z][a-z0-9_]{0,63}$', max: 64 } as const;
/** Of an installer link; one that a mail program has cut is told so by the page. */
export const NONCE = { pattern: '^[A-Za-z0-9_-]{1,128}$', max: 128 } as const;
export const RELEASE = { pattern: RELEASE_FILE_PATTERN, max: 128 } as const;
export const TOOL = { pattern: '^[a-z][a-z0-9_]{0,63}$', max: 64 } as const;
/** Of whatever kenny numbers: tokens, approvals, rules, calls, operators. */
export const ID = { pattern: '^[A-Za-z0-9_.:@-]{1,128}$', max: 128 } as const;
