/** What nobody reads unasked, as every page says it. */
export const PRIVATE_READS = 'files, logs or a screen';

/** Who asks first: connections are made without the class that need not. */
export const ASKS_BEFORE_PRIVATE_READS = `A program connected under Settings always asks before it reads ${PRIVATE_READS}. So does any other, unless an admin gave its token access to private data.`;
