/**
 * Where `agent_update` may download from, besides the configured server (seed 001). A name that
 * begins with a dot stands for every host below it.
 */
export const UPDATE_HOSTS = [
  'github.com',
  'objects.githubusercontent.com',
  '.githubusercontent.com',
] as const;
