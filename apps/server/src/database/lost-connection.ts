const NETWORK = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
]);
/** PostgreSQL ends the session with these: it stops, crashed, starts, or gave up on us. */
const ENDED = new Set(['57P01', '57P02', '57P03', '25P03', '57P05']);
const WORDS = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'is not queryable',
  'Query read timeout',
  'Query runner already released',
];

/** True when this says that the connection is gone, not that a statement was wrong. */
export function isLostConnection(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const code = codeOf(error) ?? ('driverError' in error ? codeOf(error.driverError) : undefined);
  if (code && (NETWORK.has(code) || ENDED.has(code) || code.startsWith('08'))) return true;
  const message = 'message' in error ? String(error.message) : '';
  return WORDS.some((words) => message.includes(words));
}

/** Of the system or of PostgreSQL. */
export function codeOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error
    ? String(error.code)
    : undefined;
}
