import { AgentChartsController } from './agent-charts.controller.js';
import { AgentTypesController } from './agent-types.controller.js';
import { AgentUpdatesController } from './agent-updates.controller.js';
import { AgentsController } from './agents.controller.js';
import { AlertsController } from './alerts.controller.js';
import { ApprovalsController } from './approvals.controller.js';
import { AuditController } from './audit.controller.js';
import { BackupsController } from './backups.controller.js';
import { BoardsController } from './boards.controller.js';
import { ChatController } from './chat.controller.js';
import { ChatEventsController } from './chat-events.controller.js';
import { ChatMemoryController } from './chat-memory.controller.js';
import { ChatSettingsController } from './chat-settings.controller.js';
import { ConnectionsController } from './connections.controller.js';
import { DocsController } from './docs.controller.js';
import { DownloadsController } from './downloads.controller.js';
import { EventsController } from './events.controller.js';
import { FleetController } from './fleet.controller.js';
import { HealthController } from './health.controller.js';
import { HelpLinkController } from './help-link.controller.js';
import { LimitsController } from './limits.controller.js';
import { InvitationsController } from './invitations.controller.js';
import { McpController, ProtectedResourceController } from './mcp.controller.js';
import { MetricsController } from './metrics.controller.js';
import { NetworkController } from './network.controller.js';
import { OwnSessionsController } from './own-sessions.controller.js';
import { PackagesController } from './packages.controller.js';
import { PolicyController } from './policy.controller.js';
import { ScreensController } from './screens.controller.js';
import { ReleaseFilesController } from './release-files.controller.js';
import { ReleasesController } from './releases.controller.js';
import { ServerController } from './server.controller.js';
import { SessionController } from './session.controller.js';
import { SessionsController } from './sessions.controller.js';
import { ShortLinksController } from './short-links.controller.js';
import { TailscaleController } from './tailscale.controller.js';
import { TaskEventsController } from './task-events.controller.js';
import { TaskPermissionsController } from './task-permissions.controller.js';
import { TasksController } from './tasks.controller.js';
import { TaskWorkController } from './task-work.controller.js';
import { TokensController } from './tokens.controller.js';
import { ToolsController } from './tools.controller.js';
import { UpdatesController } from './updates.controller.js';

/** Express tries routes in this order: the busiest comes first. */
export const CONTROLLERS = [
  ToolsController,
  AgentsController,
  AgentChartsController,
  AgentTypesController,
  AgentUpdatesController,
  ScreensController,
  AlertsController,
  ApprovalsController,
  AuditController,
  BackupsController,
  BoardsController,
  ChatController,
  ChatEventsController,
  ChatMemoryController,
  ChatSettingsController,
  ConnectionsController,
  DocsController,
  DownloadsController,
  EventsController,
  FleetController,
  HealthController,
  HelpLinkController,
  LimitsController,
  InvitationsController,
  McpController,
  MetricsController,
  NetworkController,
  OwnSessionsController,
  PackagesController,
  PolicyController,
  ProtectedResourceController,
  ReleaseFilesController,
  ReleasesController,
  ServerController,
  ShortLinksController,
  SessionController,
  SessionsController,
  TailscaleController,
  // Its `status` and `queue` would be ids of tasks.
  TaskWorkController,
  TasksController,
  TaskEventsController,
  TaskPermissionsController,
  TokensController,
  UpdatesController,
];
