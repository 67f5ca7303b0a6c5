export { AgentsDoor } from './agents-door.js';
export { NetworkModule } from './network.module.js';
