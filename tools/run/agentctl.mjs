import { buildProject, node, steps } from './steps.mjs';

await steps(buildProject('agentctl'), () =>
  node('apps/agentctl/bundle/agentctl.cjs', process.argv.slice(2)),
);
