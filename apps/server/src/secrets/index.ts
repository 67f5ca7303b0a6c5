// Nothing here may load a framework: `kenny rpc` starts with it.
export * from './redact.js';
export * from './secret-texts.js';
