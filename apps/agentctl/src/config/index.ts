export * from './agentctl-config.js';
export { fromEnvironment } from './from-environment.js';
export { isLoopback } from './loopback.js';
export { managedConfig } from './managed-config.js';
