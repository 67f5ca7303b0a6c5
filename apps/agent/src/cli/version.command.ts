import { PROTOCOL_VERSION, SERVICE_NAME } from '@kenny/contract/agent';
import { arch } from 'node:os';
import { AGENT_BUILD } from '../config/build.js';
import { thisOs } from '../platform/this-os.js';
import type { Terminal } from './terminal.js';

/** `version`: what an update checks before it swaps files. */
export function printVersion(json: boolean, terminal: Terminal): void {
  const facts = {
    name: SERVICE_NAME,
    version: AGENT_BUILD.version,
    protocol: PROTOCOL_VERSION,
    os: thisOs(),
    arch: arch(),
    node: process.versions.node,
  };
  if (json) terminal.print(JSON.stringify(facts));
  else terminal.print(`${SERVICE_NAME} ${AGENT_BUILD.version} (protocol ${PROTOCOL_VERSION})`);
}
