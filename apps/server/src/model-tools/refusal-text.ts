/** As the reason of a person's no begins where people read it. */
const DENIED = /^denied by an operator: /;

/**
 * Why a call has no result, as models and editors read it: its beginning says whether a person did
 * not want it, or did not decide in time, or whether it failed.
 */
export function refusalText(status: string, message: string): string {
  const declined = status === 'denied' || status === 'expired';
  return declined ? `Declined: ${message.replace(DENIED, '')}` : `Error: ${message}`;
}
