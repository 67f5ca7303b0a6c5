export * from './server-identity.js';
