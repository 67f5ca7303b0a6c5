import { ReleaseEntity } from './releases/release.entity.js';

export { AgentUpdates } from './agent-updates.js';
export { PackageBuilds } from './builds/package-builds.js';
export { PACKAGING_FOLDER, type PackagingFolder } from './builds/packaging-tools.js';
export { ClaudeDesktopService, MCP_BRIDGE_FILE } from './claude-desktop.service.js';
export { DistributionModule } from './distribution.module.js';
export { DistributionService, type ArchiveFile } from './distribution.service.js';
export { DOWNLOAD_STYLE } from './download-page.js';
export { PACKAGES_FOLDER, type PackagesFolder } from './packages.js';
export { RELEASE_LIMITS } from './releases/release-rules.js';
export { ReleasesService, type PublishedRelease } from './releases/releases.service.js';

/** For the list of the server's entities (`schema.ts`). */
export const DISTRIBUTION_ENTITIES = [ReleaseEntity];
