/** The server's entry: everything, with signatures by node:crypto. */
export * from './index.js';
export { serverSignatures, type ServerSignatureOptions } from './server-signer.js';
