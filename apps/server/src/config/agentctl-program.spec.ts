import { join } from 'node:path';
import { AGENTCTL_PROGRAM } from './agentctl-program.js';

it('agentctl is where its build leaves it', () => {
  expect(AGENTCTL_PROGRAM).toBe(join(process.cwd(), 'apps/agentctl/bundle/agentctl.cjs'));
});
