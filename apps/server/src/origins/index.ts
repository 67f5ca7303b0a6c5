export { heardFrom, type Heard } from './heard.js';
export { HeardMemory, type Hearer } from './heard-memory.js';
export { OriginsModule } from './origins.module.js';
export { sensitiveRead, taintsOf } from './taints.js';
