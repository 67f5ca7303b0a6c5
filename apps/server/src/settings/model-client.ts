import Anthropic from '@anthropic-ai/sdk';

/** How long somebody who stores a key waits for the service's word. */
const TRIAL_MS = 5_000;

/** Every option is explicit: the SDK must not read keys or addresses from the environment. */
export function clientFor(apiKey: string, baseURL: string | null): Anthropic {
  return new Anthropic({
    apiKey,
    authToken: null,
    baseURL,
    maxRetries: 0,
    logLevel: 'off',
    // Never send the key to a host that the configuration does not name.
    fetchOptions: { redirect: 'error' },
  });
}

/** Whether the service says that it does not take this key; false as well when it says nothing. */
export async function isRefused(apiKey: string, baseURL: string | null): Promise<boolean> {
  try {
    await clientFor(apiKey, baseURL).models.list({ limit: 1 }, { timeout: TRIAL_MS });
    return false;
  } catch (error) {
    return error instanceof Anthropic.AuthenticationError;
  }
}
