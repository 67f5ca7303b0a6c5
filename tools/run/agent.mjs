import { build, node, steps } from './steps.mjs';

await steps(build, () => node('apps/agent/bundle/kenny-agent.cjs', process.argv.slice(2)));
