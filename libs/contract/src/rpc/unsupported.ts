export const NO_OAUTH = {
  capability: 'auth',
  reason: 'kenny has no OAuth login: use a key',
} as const;

/**
 * Methods of seed 004 that kenny will not have, each with the capability that it would belong to and
 * the reason. They are answered -32601 `unsupported`.
 */
export const RPC_UNSUPPORTED = {
  'openrouter/catalog': { capability: 'models', reason: 'kenny talks to Anthropic only' },
  'auth/loginWithOAuth': NO_OAUTH,
  'auth/startOpenAILogin': NO_OAUTH,
  'auth/submitOpenAICode': NO_OAUTH,
  'auth/loginStatus': NO_OAUTH,
} as const satisfies Record<string, { capability: string; reason: string }>;

/** The notification that would follow them. */
export const RPC_UNSENT = {
  'auth/loginFinished': NO_OAUTH,
} as const;
