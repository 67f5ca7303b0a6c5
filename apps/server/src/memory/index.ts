import { MemoryEntity, MemoryNumberEntity } from './memory.entity.js';

export { sameness } from './infer.js';
export { MemoryModule } from './memory.module.js';
export {
  MemoryService,
  type Remembering,
  type Retrieved,
  type Summarised,
} from './memory.service.js';
export type { MemoryWhy } from './retrievals.js';

/** For the list of the server's entities (`schema.ts`). */
export const MEMORY_ENTITIES = [MemoryEntity, MemoryNumberEntity];
