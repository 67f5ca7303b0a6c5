import { ArtifactEntity } from './artifact.entity.js';

export { ARTIFACT_MIMES, type ArtifactMime } from './artifact.entity.js';
export {
  ARTIFACT_CAPS,
  ArtifactStore,
  type Artifact,
  type ArtifactOwner,
} from './artifact-store.js';
export { LastScreens, type LastScreen } from './last-screens.js';
export { ArtifactsModule } from './artifacts.module.js';

/** For the list of the server's entities (`schema.ts`). */
export const ARTIFACT_ENTITIES = [ArtifactEntity];
