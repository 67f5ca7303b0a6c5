import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock } from '@kenny/kernel';
import { AlertsModule } from './alerts/index.js';
import { ArtifactsModule } from './artifacts/index.js';
import { AuditModule } from './audit/index.js';
import { AuthModule } from './auth/index.js';
import { BackupModule } from './backup/index.js';
import { ChatModule } from './chat/index.js';
import { ConfigModule, type AppConfig } from './config/index.js';
import { DatabaseModule, type DatabaseOwner } from './database/index.js';
import { DispatchModule } from './dispatch/index.js';
import { DistributionModule } from './distribution/index.js';
import { DashboardModule, HttpModule, StdioModule, WsModule } from './doors/index.js';
import { EventsModule } from './kernel/index.js';
import { LoggingModule, type KennyLogger } from './logging/index.js';
import { McpModule } from './mcp/index.js';
import { MemoryModule } from './memory/index.js';
import { MetricsModule } from './metrics/index.js';
import { NetworkModule } from './network/index.js';
import { PolicyModule } from './policy/index.js';
import { PromptsModule } from './prompts/index.js';
import { RestoreModule } from './restore/index.js';
import { SchedulingModule } from './scheduling/index.js';
import { SCHEMA } from './schema.js';
import { ServerIdentityModule } from './server-identity.module.js';
import { TailscaleModule } from './tailscale/index.js';
import { TasksModule } from './tasks/index.js';
import { SettingsModule } from './settings/index.js';
import { TelemetryModule } from './telemetry/index.js';
import { TunnelModule } from './tunnel/index.js';

/** Every module of the server, from the ground up. */
@Module({})
export class AppModule {
  static with(
    config: AppConfig,
    clock: Clock,
    logger: KennyLogger,
    open: DatabaseOwner['open'],
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config, clock),
        LoggingModule.forRoot(logger),
        EventsModule,
        SchedulingModule,
        DatabaseModule.forRoot(SCHEMA, open),
        ServerIdentityModule,
        AuditModule,
        ArtifactsModule,
        AuthModule,
        TunnelModule,
        PolicyModule,
        TelemetryModule,
        AlertsModule,
        DispatchModule,
        SettingsModule,
        MemoryModule,
        PromptsModule,
        ChatModule,
        DistributionModule,
        NetworkModule,
        McpModule,
        TasksModule,
        BackupModule,
        RestoreModule,
        TailscaleModule,
        MetricsModule,
        DashboardModule,
        HttpModule,
        WsModule,
        StdioModule,
      ],
    };
  }
}
