import { join } from 'node:path';
import { AGENTCTL_PROGRAM, bridgeBeside } from './agentctl-program.js';

it('agentctl is where its build leaves it, and the bridge beside it', () => {
  const folder = join(process.cwd(), 'apps/agentctl/bundle');
  expect(AGENTCTL_PROGRAM).toBe(join(folder, 'agentctl.cjs'));
  expect(bridgeBeside(AGENTCTL_PROGRAM)).toBe(join(folder, 'mcp-bridge.cjs'));
});
