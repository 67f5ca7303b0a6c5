/** What nobody reads unasked, as every page says it. */
export const PRIVATE_READS = 'files, logs or a screen';
