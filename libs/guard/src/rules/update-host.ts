/**
 * Where `agent_update` may download from, besides the configured server (seed 001). A name that
 * begins with a dot stands for every host below it.
 */
export const UPDATE_HOSTS = [
  'github.com',
  'objects.githubusercontent.com',
  '.githubusercontent.com',
] as const;

export const UPDATE_HOST_RULE = {
  id: 'update_host',
  reason: 'downloads an update from a host that is neither the server nor GitHub',
} as const;
