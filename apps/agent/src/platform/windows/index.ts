import type { Platform } from '../platform.js';

/** Its operations come with the Windows service; until then the agent announces none of them. */
export const windowsPlatform: Platform = { os: 'windows' };
