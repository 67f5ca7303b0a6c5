import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { AuthModule } from '../auth/index.js';
import { AgentUpdates } from './agent-updates.js';
import { AGENTCTL_PROGRAM, bridgeBeside } from '../config/index.js';
import { PackageBuilds } from './builds/package-builds.js';
import { PACKAGING_FOLDER, PackagingTools, WORKSPACE_PACKAGING } from './builds/packaging-tools.js';
import { ClaudeDesktopService, MCP_BRIDGE_FILE } from './claude-desktop.service.js';
import { DistributionService } from './distribution.service.js';
import { ReleaseFolder } from './releases/release-folder.js';
import { ReleaseKey } from './releases/release-key.js';
import { ReleasesRepository } from './releases/releases.repository.js';
import { ReleasesService } from './releases/releases.service.js';
import { Packages, PACKAGES_FOLDER, WORKSPACE_PACKAGES } from './packages.js';

/** Installers and agent releases. */
@Module({
  imports: [AuditModule, AuthModule],
  providers: [
    AgentUpdates,
    ClaudeDesktopService,
    DistributionService,
    PackageBuilds,
    Packages,
    PackagingTools,
    ReleaseFolder,
    ReleaseKey,
    ReleasesRepository,
    ReleasesService,
    { provide: MCP_BRIDGE_FILE, useValue: bridgeBeside(AGENTCTL_PROGRAM) },
    { provide: PACKAGES_FOLDER, useValue: WORKSPACE_PACKAGES },
    { provide: PACKAGING_FOLDER, useValue: WORKSPACE_PACKAGING },
  ],
  exports: [
    AgentUpdates,
    ClaudeDesktopService,
    DistributionService,
    PackageBuilds,
    ReleasesService,
  ],
})
export class DistributionModule {}
