import { Global, Module } from '@nestjs/common';
import { AgentDirectory, AuthModule } from '../auth/index.js';
import { AgentAuthenticator } from './agent-authenticator.js';
import { AgentGateway } from './agent.gateway.js';
import { AgentRegistry } from './agent-registry.js';
import { AgentSockets } from './agent-sockets.js';
import { FrameCounts } from './frame-counts.js';
import { KeyAuthenticator } from './key-authenticator.js';
import { TunnelService } from './tunnel.service.js';

/** Agents' connections. Global, because the registry is what answers `AgentDirectory` (design §8). */
@Global()
@Module({
  imports: [AuthModule],
  providers: [
    AgentGateway,
    AgentRegistry,
    AgentSockets,
    FrameCounts,
    TunnelService,
    { provide: AgentDirectory, useExisting: AgentRegistry },
    { provide: AgentAuthenticator, useClass: KeyAuthenticator },
  ],
  exports: [TunnelService, AgentDirectory, FrameCounts],
})
export class TunnelModule {}
