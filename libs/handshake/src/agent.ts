/** The agent's entry: everything, with signatures by @noble/ed25519. */
export * from './index.js';
export { agentSignatures } from './agent-signer.js';
