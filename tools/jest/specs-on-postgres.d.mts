/** Paths below apps/server. */
export function specsOnPostgres(root: string): Record<'stored' | 'doors', string[]>;
