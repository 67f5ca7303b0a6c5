export * from './file-server-identity.js';
export * from './identity.module.js';
export * from './server-identity.js';
