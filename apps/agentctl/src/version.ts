/** As in package.json; a spec compares them. */
export const VERSION = '0.1.0';
