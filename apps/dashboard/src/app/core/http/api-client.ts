import { Injectable, inject } from '@angular/core';
import {
  API_PATHS,
  type AgentTypeList,
  type AgentTypeView,
  type AlertChannelBody,
  type AlertChannelList,
  type AlertChannelView,
  type AlertChoices,
  type AlertDeliveryView,
  type AlertList,
  type ApprovalAnswer,
  type ApprovalList,
  type AuditList,
  type AuditLossState,
  type AuditVerification,
  type BuiltInRules,
  type CallToolBody,
  type CatalogView,
  type ChangeList,
  type ChatModelList,
  type ChatSessionDetail,
  type ChatSessionList,
  type ChatSessionView,
  type ChatSettings,
  type CreateAgentBody,
  type CreatedToken,
  type CreateRuleBody,
  type CreateTaskBody,
  type CreateTokenBody,
  type DecideBody,
  type DownloadBackupBody,
  type EnrollmentIssued,
  type EventList,
  type FleetAgent,
  type FleetTrend,
  type ForecastList,
  type GateStats,
  type HealthChangeList,
  type HelpLinkBody,
  type HelpLinkView,
  type HistoryList,
  type InstallerBody,
  type InstallerIssued,
  type InvitationIssued,
  type LoginLink,
  type InviteBody,
  type LinkLoginBody,
  type LoginBody,
  type MemoryView,
  type MeView,
  type ModelKeyState,
  type OrchestratorStatus,
  type PackageList,
  type PackageView,
  type PatchAgentBody,
  type PatchAgentTypeBody,
  type PatchChatSettingsBody,
  type PatchTokenBody,
  type PausedRequesters,
  type PermissionAnswered,
  type PermissionList,
  type PolicyVerdict,
  type ReadinessView,
  type RekeyBody,
  type ReleaseFeedBody,
  type ReleaseList,
  type ReleaseManifest,
  type ReleaseView,
  type RenameChatBody,
  type ReprioritiseBody,
  type RespondPermissionBody,
  type RestoreBackupBody,
  type RuleList,
  type RuleView,
  type SaidBefore,
  type BackupDownload,
  type BackupPlan,
  type BackupRestored,
  type BackupState,
  type SeriesView,
  type NetworkBody,
  type NetworkView,
  type Os,
  type OwnAlertChannel,
  type PushBrowserBody,
  type PushBrowserList,
  type PushBrowserView,
  type ServerFacts,
  type SessionList,
  type SessionsEnded,
  type SnapshotView,
  type LimitBody,
  type LimitList,
  type SnoozeBody,
  type StartTaskBody,
  type StopTaskBody,
  type TagLimitBody,
  type TaskCompleted,
  type TaskDetail,
  type TaskDiff,
  type TaskList,
  type TaskLogs,
  type TaskMoved,
  type TaskPrompted,
  type TaskQueue,
  type TaskStarted,
  type TaskView,
  type TestPolicyBody,
  type TailscaleTurned,
  type TailscaleView,
  type TokenList,
  type TokenView,
  type ToolResultView,
  type UpdateAgentBody,
  type UpdatesView,
  type UploadedBackup,
} from '@kenny/contract/web';
import { ApiSender, queryText, type Query } from './api-sender';

/**
 * Every route that the dashboard asks, once: paths and shapes are the contract's. Components never
 * fetch; a page asks here and shows an `ApiError` as it is thrown.
 */
@Injectable({ providedIn: 'root' })
export class ApiClient {
  private readonly api = inject(ApiSender);

  readonly login = (body: LoginBody) => this.api.post<MeView>(API_PATHS.login, body);
  readonly loginByLink = (body: LinkLoginBody) => this.api.post<MeView>(API_PATHS.loginLink, body);
  readonly logout = () => this.api.post<void>(API_PATHS.logout);
  readonly me = () => this.api.get<MeView>(API_PATHS.me);
  readonly readiness = () => this.api.condition<ReadinessView>(API_PATHS.readyz, 'conditions');
  readonly server = () => this.api.get<ServerFacts>(API_PATHS.server);
  readonly tailscale = () => this.api.get<TailscaleView>(API_PATHS.serverTailscale);
  readonly turnOnTailscale = () => this.api.post<TailscaleTurned>(API_PATHS.serverTailscale);
  readonly turnOffTailscale = () =>
    this.api.send<TailscaleTurned>('DELETE', API_PATHS.serverTailscale);
  readonly network = () => this.api.get<NetworkView>(API_PATHS.serverNetwork);
  readonly openNetwork = (body: NetworkBody) =>
    this.api.send<NetworkView>('PUT', API_PATHS.serverNetwork, body);
  readonly closeNetwork = (address: string) =>
    this.api.send<NetworkView>(
      'DELETE',
      `${API_PATHS.serverNetwork}?${new URLSearchParams({ address })}`,
    );
  readonly helpLink = () => this.api.get<HelpLinkView>(API_PATHS.helpLink);
  readonly setHelpLink = (body: HelpLinkBody) =>
    this.api.send<HelpLinkView>('PUT', API_PATHS.helpLink, body);
  readonly backups = () => this.api.get<BackupState>(API_PATHS.serverBackups);
  readonly startBackup = () => this.api.post<BackupState>(API_PATHS.serverBackups);
  readonly planBackups = (body: BackupPlan) =>
    this.api.send<BackupState>('PUT', API_PATHS.serverBackupsPlan, body);
  readonly orderBackup = (name: string, body: DownloadBackupBody) =>
    this.api.post<BackupDownload>(API_PATHS.serverBackupDownload(name), body);
  readonly claudeDesktopFile = () => this.api.file(API_PATHS.claudeDesktop, () => undefined);
  readonly restoreBackup = (name: string, body: RestoreBackupBody) =>
    this.api.post<BackupRestored>(API_PATHS.serverBackupRestore(name), body);
  readonly uploadBackup = (file: Blob, told: (bytes: number) => void, stop: AbortSignal) =>
    this.api.upload<UploadedBackup>(API_PATHS.serverBackupUpload, file, told, stop);
  readonly canFetch = (path: string) => this.api.isThere(path);
  readonly sendBackups = () => this.api.post<BackupState>(API_PATHS.serverBackupsSend);
  readonly updates = () => this.api.get<UpdatesView>(API_PATHS.serverUpdates);
  readonly lookForUpdates = (body: ReleaseFeedBody) =>
    this.api.send<UpdatesView>('PUT', API_PATHS.serverUpdates, body);
  readonly installUpdate = () => this.api.post<UpdatesView>(API_PATHS.serverUpdatesInstall);
  readonly checkForUpdates = () => this.api.post<UpdatesView>(API_PATHS.serverUpdatesCheck);
  readonly packages = () => this.api.get<PackageList>(API_PATHS.serverPackages);
  readonly buildPackage = (os: Os) => this.api.post<PackageView>(API_PATHS.serverPackage(os));
  readonly alerts = () => this.api.get<AlertList>(API_PATHS.alerts);
  readonly alertChoices = () => this.api.get<AlertChoices>(API_PATHS.alertChoices);
  readonly chooseAlerts = (body: AlertChoices) =>
    this.api.send<AlertChoices>('PUT', API_PATHS.alertChoices, body);
  readonly testAlert = (body: OwnAlertChannel) =>
    this.api.post<AlertDeliveryView>(API_PATHS.alertTest, body);
  readonly pushBrowsers = () => this.api.get<PushBrowserList>(API_PATHS.pushBrowsers);
  readonly addPushBrowser = (body: PushBrowserBody) =>
    this.api.post<PushBrowserView>(API_PATHS.pushBrowsers, body);
  readonly removePushBrowser = (id: string) =>
    this.api.send<void>('DELETE', API_PATHS.pushBrowser(id));
  readonly alertChannels = () => this.api.get<AlertChannelList>(API_PATHS.alertChannels);
  readonly addAlertChannel = (body: AlertChannelBody) =>
    this.api.post<AlertChannelView>(API_PATHS.alertChannels, body);
  readonly changeAlertChannel = (id: string, body: AlertChannelBody) =>
    this.api.send<AlertChannelView>('PUT', API_PATHS.alertChannel(id), body);
  readonly removeAlertChannel = (id: string) =>
    this.api.send<void>('DELETE', API_PATHS.alertChannel(id));
  readonly catalog = () => this.api.get<CatalogView>(API_PATHS.catalog);

  readonly fleetTrend = (query: Query = {}) =>
    this.api.get<FleetTrend>(API_PATHS.fleetTrend, query);
  readonly fleetChanges = (query: Query = {}) =>
    this.api.get<HealthChangeList>(API_PATHS.fleetChanges, query);
  readonly series = (id: string, query: Query) =>
    this.api.get<SeriesView>(API_PATHS.agentSeries(id), query);
  readonly changes = (id: string, query: Query = {}) =>
    this.api.get<ChangeList>(API_PATHS.agentChanges(id), query);
  readonly forecast = (id: string) => this.api.get<ForecastList>(API_PATHS.agentForecast(id));

  readonly agent = (id: string) => this.api.get<FleetAgent>(API_PATHS.agent(id));
  readonly snapshot = (id: string, section?: string) =>
    this.api.get<SnapshotView>(API_PATHS.agentSnapshot(id), { section });
  readonly history = (id: string, query: Query) =>
    this.api.get<HistoryList>(API_PATHS.agentHistory(id), query);
  /** The last screenshot; null when there is none from the last hour. */
  readonly screen = (id: string) => this.api.picture(API_PATHS.agentScreen(id));
  readonly addAgent = (body: CreateAgentBody) =>
    this.api.post<EnrollmentIssued>(API_PATHS.agents, body);
  readonly snooze = (id: string, section: string, body: SnoozeBody) =>
    this.api.send<FleetAgent>('PUT', API_PATHS.agentSnooze(id, section), body);
  readonly endSnooze = (id: string, section: string) =>
    this.api.send<FleetAgent>('DELETE', API_PATHS.agentSnooze(id, section));
  readonly setLimit = (id: string, section: string, field: string, body: LimitBody) =>
    this.api.send<FleetAgent>('PUT', API_PATHS.agentLimit(id, section, field), body);
  readonly endLimit = (id: string, section: string, field: string) =>
    this.api.send<FleetAgent>('DELETE', API_PATHS.agentLimit(id, section, field));
  readonly tagLimits = () => this.api.get<LimitList>(API_PATHS.limits);
  readonly setTagLimit = (section: string, field: string, body: TagLimitBody) =>
    this.api.send<LimitList>('PUT', API_PATHS.tagLimit(section, field), body);
  readonly endTagLimit = (section: string, field: string, tag: string) =>
    this.api.send<LimitList>(
      'DELETE',
      `${API_PATHS.tagLimit(section, field)}?tag=${encodeURIComponent(tag)}`,
    );
  readonly changeAgent = (id: string, body: PatchAgentBody) =>
    this.api.send<FleetAgent>('PATCH', API_PATHS.agent(id), body);
  readonly removeAgent = (id: string) => this.api.send<void>('DELETE', API_PATHS.agent(id));
  readonly rekeyAgent = (id: string, body: RekeyBody) =>
    this.api.post<EnrollmentIssued>(API_PATHS.agentRekey(id), body);
  readonly installer = (id: string, body: InstallerBody) =>
    this.api.post<InstallerIssued>(API_PATHS.agentInstaller(id), body);

  readonly updateAgent = (id: string, body: UpdateAgentBody) =>
    this.api.post<ToolResultView | ApprovalAnswer>(API_PATHS.agentUpdate(id), body);

  readonly releases = () => this.api.get<ReleaseList>(API_PATHS.releases);
  /** The manifest is in the query, because the body is the file. */
  readonly publishRelease = (
    manifest: ReleaseManifest,
    file: Blob,
    told: (bytes: number) => void,
    stop: AbortSignal,
  ) => {
    const query = queryText({ manifest: JSON.stringify(manifest) });
    return this.api.upload<ReleaseView>(API_PATHS.releases + query, file, told, stop);
  };
  readonly withdrawRelease = (name: string) =>
    this.api.send<void>('DELETE', API_PATHS.release(name));

  /** A read answers with its result, a change with its pending approval. */
  readonly callTool = (tool: string, body: CallToolBody, stop?: AbortSignal) =>
    this.api.send<ToolResultView | ApprovalAnswer>('POST', API_PATHS.tool(tool), body, stop);
  readonly approvals = (query: Query = {}) =>
    this.api.get<ApprovalList>(API_PATHS.approvals, query);
  readonly approval = (id: string) => this.api.get<ApprovalAnswer>(API_PATHS.approval(id));
  /** What the model said right before the request. */
  readonly saidBefore = (id: string) => this.api.get<SaidBefore>(API_PATHS.approvalSaid(id));
  /** How people decide; over the last days by default. */
  readonly gateStats = (query: Query = {}) =>
    this.api.get<GateStats>(API_PATHS.approvalStats, query);
  readonly pausedRequesters = () => this.api.get<PausedRequesters>(API_PATHS.pausedRequesters);
  readonly resumeRequester = (id: string) =>
    this.api.post<PausedRequesters>(API_PATHS.resumeRequester(id), {});
  readonly decide = (id: string, body: DecideBody) =>
    this.api.post<ApprovalAnswer>(API_PATHS.approval(id), body);

  readonly chats = (query: Query = {}) =>
    this.api.get<ChatSessionList>(API_PATHS.chatSessions, query);
  /** One conversation with its newest turns, or those before `cursor`. */
  readonly chat = (id: string, query: Query = {}) =>
    this.api.get<ChatSessionDetail>(API_PATHS.chatSession(id), query);
  readonly renameChat = (id: string, body: RenameChatBody) =>
    this.api.send<ChatSessionView>('PATCH', API_PATHS.chatSession(id), body);
  readonly removeChat = (id: string) => this.api.send<void>('DELETE', API_PATHS.chatSession(id));

  readonly chatSettings = () => this.api.get<ChatSettings>(API_PATHS.chatSettings);
  readonly changeChatSettings = (body: PatchChatSettingsBody) =>
    this.api.send<ChatSettings>('PATCH', API_PATHS.chatSettings, body);
  readonly chatModels = () => this.api.get<ChatModelList>(API_PATHS.chatModels);
  readonly chatKey = () => this.api.get<ModelKeyState>(API_PATHS.chatKey);
  readonly storeChatKey = (key: string) =>
    this.api.send<ModelKeyState>('PUT', API_PATHS.chatKey, { key });
  readonly removeChatKey = () => this.api.send<ModelKeyState>('DELETE', API_PATHS.chatKey);
  readonly memories = () => this.api.get<MemoryView>(API_PATHS.chatMemory);
  readonly forgetMemory = (id: string) =>
    this.api.send<void>('DELETE', API_PATHS.chatMemoryEntry(id));

  readonly tasks = (query: Query = {}) => this.api.get<TaskList>(API_PATHS.tasks, query);
  readonly task = (id: string) => this.api.get<TaskDetail>(API_PATHS.task(id));
  readonly taskLogs = (id: string, query: Query = {}) =>
    this.api.get<TaskLogs>(API_PATHS.taskLogs(id), query);
  readonly taskDiff = (id: string) => this.api.get<TaskDiff>(API_PATHS.taskDiff(id));
  readonly taskStatus = () => this.api.get<OrchestratorStatus>(API_PATHS.taskStatus);
  readonly createTask = (body: CreateTaskBody) => this.api.post<TaskView>(API_PATHS.tasks, body);
  readonly removeTask = (id: string) => this.api.send<void>('DELETE', API_PATHS.task(id));
  readonly startTask = (id: string, body: StartTaskBody = {}) =>
    this.api.post<TaskStarted>(API_PATHS.taskStart(id), body);
  readonly stopTask = (id: string, body: StopTaskBody = {}) =>
    this.api.post<TaskMoved>(API_PATHS.taskStop(id), body);
  readonly promptTask = (id: string, prompt: string) =>
    this.api.post<TaskPrompted>(API_PATHS.taskPrompt(id), { prompt });
  readonly completeTask = (id: string) =>
    this.api.post<TaskCompleted>(API_PATHS.taskComplete(id), {});
  readonly reprioritiseTask = (id: string, body: ReprioritiseBody) =>
    this.api.send<TaskQueue>('PATCH', API_PATHS.taskQueueEntry(id), body);
  readonly dequeueTask = (id: string) =>
    this.api.send<TaskMoved>('DELETE', API_PATHS.taskQueueEntry(id));
  readonly taskPermissions = (id: string) =>
    this.api.get<PermissionList>(API_PATHS.taskPermissions(id));
  readonly answerPermission = (id: string, pendingId: string, body: RespondPermissionBody) =>
    this.api.post<PermissionAnswered>(API_PATHS.taskPermission(id, pendingId), body);
  readonly agentTypes = () => this.api.get<AgentTypeList>(API_PATHS.agentTypes);
  readonly changeAgentType = (id: string, body: PatchAgentTypeBody) =>
    this.api.send<AgentTypeView>('PATCH', API_PATHS.agentType(id), body);

  readonly builtInRules = () => this.api.get<BuiltInRules>(API_PATHS.policyBuiltIn);
  readonly rules = () => this.api.get<RuleList>(API_PATHS.policyRules);
  readonly addRule = (body: CreateRuleBody) => this.api.post<RuleView>(API_PATHS.policyRules, body);
  readonly removeRule = (id: string) => this.api.send<void>('DELETE', API_PATHS.policyRule(id));
  readonly tryPolicy = (body: TestPolicyBody) =>
    this.api.ask<PolicyVerdict>(API_PATHS.policyTest, body);

  readonly audit = (query: Query) => this.api.get<AuditList>(API_PATHS.audit, query);
  readonly verifyAudit = () => this.api.get<AuditVerification>(API_PATHS.auditVerify);
  readonly auditLoss = () => this.api.get<AuditLossState>(API_PATHS.auditLoss);
  readonly events = (query: Query) => this.api.get<EventList>(API_PATHS.events, query);

  readonly tokens = (query: Query = {}) => this.api.get<TokenList>(API_PATHS.tokens, query);
  readonly token = (id: string) => this.api.get<TokenView>(API_PATHS.token(id));
  readonly createToken = (body: CreateTokenBody) =>
    this.api.post<CreatedToken>(API_PATHS.tokens, body);
  readonly changePerson = (id: string, body: PatchTokenBody) =>
    this.api.send<TokenView>('PATCH', API_PATHS.token(id), body);
  readonly invite = (body: InviteBody) =>
    this.api.post<InvitationIssued>(API_PATHS.invitations, body);
  readonly inviteAgain = (tokenId: string) =>
    this.api.post<InvitationIssued>(API_PATHS.invitationLink(tokenId));
  readonly revokeToken = (id: string) => this.api.send<void>('DELETE', API_PATHS.token(id));

  readonly sessions = (query: Query = {}) => this.api.get<SessionList>(API_PATHS.sessions, query);
  readonly endSession = (id: string) => this.api.send<void>('DELETE', API_PATHS.session(id));
  readonly ownSessions = (query: Query = {}) =>
    this.api.get<SessionList>(API_PATHS.ownSessions, query);
  readonly ownLoginLink = () => this.api.post<LoginLink>(API_PATHS.ownLoginLink);
  readonly endOwnSession = (id: string) => this.api.send<void>('DELETE', API_PATHS.ownSession(id));
  readonly endOtherSessions = () => this.api.send<SessionsEnded>('DELETE', API_PATHS.ownSessions);
  readonly endSessionsOf = (operatorId: string) =>
    this.api.send<SessionsEnded>('DELETE', API_PATHS.operatorSessions(operatorId));
}
