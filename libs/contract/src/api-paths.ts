/**
 * The paths of the HTTP door, for those who call it (design §4.1). Ids are escaped, so that none can
 * lead to another route. A spec of the server holds every path here against its own routes.
 */
const part = encodeURIComponent;

export const API_PATHS = {
  healthz: '/healthz',
  readyz: '/readyz',
  metrics: '/metrics',
  server: '/api/server',
  serverNetwork: '/api/server/network',
  serverTailscale: '/api/server/tailscale',
  helpLink: '/api/server/help-link',
  serverBackups: '/api/server/backups',
  serverBackupsPlan: '/api/server/backups/plan',
  serverBackupsSend: '/api/server/backups/send',
  serverUpdates: '/api/server/updates',
  serverUpdatesCheck: '/api/server/updates/check',
  serverUpdatesInstall: '/api/server/updates/install',
  serverBackupUpload: '/api/server/backups/uploaded',
  serverBackupDownload: (name: string) => `/api/server/backups/${part(name)}/download`,
  serverBackupRestore: (name: string) => `/api/server/backups/${part(name)}/restore`,
  serverBackupFile: (ticket: string) => `/api/server/backups/downloads/${part(ticket)}`,
  serverPackages: '/api/server/packages',
  serverPackage: (os: string) => `/api/server/packages/${part(os)}`,
  /** A file that adds this server to Claude Desktop. */
  claudeDesktop: '/api/connections/claude-desktop',
  login: '/api/login',
  loginLink: '/api/login/link',
  logout: '/api/logout',
  me: '/api/me',
  fleet: '/api/fleet',
  fleetTrend: '/api/fleet/trend',
  fleetChanges: '/api/fleet/changes',
  agents: '/api/agents',
  agent: (agentId: string) => `/api/agents/${part(agentId)}`,
  agentSnapshot: (agentId: string) => `/api/agents/${part(agentId)}/snapshot`,
  agentHistory: (agentId: string) => `/api/agents/${part(agentId)}/history`,
  agentSeries: (agentId: string) => `/api/agents/${part(agentId)}/series`,
  agentChanges: (agentId: string) => `/api/agents/${part(agentId)}/changes`,
  agentForecast: (agentId: string) => `/api/agents/${part(agentId)}/forecast`,
  agentSnooze: (agentId: string, section: string) =>
    `/api/agents/${part(agentId)}/snoozes/${part(section)}`,
  agentLimit: (agentId: string, section: string, field: string) =>
    `/api/agents/${part(agentId)}/limits/${part(section)}/${part(field)}`,
  limits: '/api/limits',
  tagLimit: (section: string, field: string) => `/api/limits/${part(section)}/${part(field)}`,
  agentScreen: (agentId: string) => `/api/agents/${part(agentId)}/screen`,
  agentRekey: (agentId: string) => `/api/agents/${part(agentId)}/rekey`,
  agentInstaller: (agentId: string) => `/api/agents/${part(agentId)}/installer`,
  agentUpdate: (agentId: string) => `/api/agents/${part(agentId)}/update`,
  releases: '/api/releases',
  release: (name: string) => `/api/releases/${part(name)}`,
  tokens: '/api/tokens',
  token: (id: string) => `/api/tokens/${part(id)}`,
  invitations: '/api/invitations',
  invitationLink: (tokenId: string) => `/api/invitations/${part(tokenId)}/link`,
  sessions: '/api/sessions',
  session: (id: string) => `/api/sessions/${part(id)}`,
  ownSessions: '/api/me/sessions',
  ownLoginLink: '/api/me/sessions/link',
  ownSession: (id: string) => `/api/me/sessions/${part(id)}`,
  operatorSessions: (id: string) => `/api/operators/${part(id)}/sessions`,
  catalog: '/api/catalog',
  tool: (name: string) => `/api/tools/${part(name)}`,
  alerts: '/api/alerts',
  alertChoices: '/api/alerts/choices',
  alertTest: '/api/alerts/test',
  alertChannels: '/api/alerts/channels',
  alertChannel: (id: string) => `/api/alerts/channels/${part(id)}`,
  pushBrowsers: '/api/alerts/browsers',
  pushBrowser: (id: string) => `/api/alerts/browsers/${part(id)}`,
  approvals: '/api/approvals',
  approvalStats: '/api/approvals/stats',
  pausedRequesters: '/api/approvals/paused',
  resumeRequester: (id: string) => `/api/approvals/paused/${part(id)}/resume`,
  approval: (id: string) => `/api/approvals/${part(id)}`,
  approvalSaid: (id: string) => `/api/approvals/${part(id)}/said`,
  policyRules: '/api/policy/rules',
  policyRule: (id: string) => `/api/policy/rules/${part(id)}`,
  policyBuiltIn: '/api/policy/built-in',
  policyTest: '/api/policy/test',
  audit: '/api/audit',
  auditVerify: '/api/audit/verify',
  auditExport: '/api/audit/export',
  auditLoss: '/api/audit/loss',
  events: '/api/events',
  chat: '/api/chat',
  chatConfirm: '/api/chat/confirm',
  chatAnswer: '/api/chat/answer',
  chatSettings: '/api/chat/settings',
  chatModels: '/api/chat/models',
  chatKey: '/api/chat/key',
  chatMemory: '/api/chat/memory',
  chatMemoryEntry: (id: string) => `/api/chat/memory/${part(id)}`,
  promoteChatMemory: (id: string) => `/api/chat/memory/${part(id)}/promote`,
  chatSessions: '/api/chat/sessions',
  chatSession: (id: string) => `/api/chat/sessions/${part(id)}`,
  chatCancel: (id: string) => `/api/chat/sessions/${part(id)}/cancel`,
  chatEvents: (id: string) => `/api/chat/sessions/${part(id)}/events`,
  tasks: '/api/tasks',
  taskStatus: '/api/tasks/status',
  taskQueue: '/api/tasks/queue',
  taskQueueEntry: (id: string) => `/api/tasks/queue/${part(id)}`,
  task: (id: string) => `/api/tasks/${part(id)}`,
  taskEvents: (id: string) => `/api/tasks/${part(id)}/events`,
  taskLogs: (id: string) => `/api/tasks/${part(id)}/logs`,
  taskStart: (id: string) => `/api/tasks/${part(id)}/start`,
  taskStop: (id: string) => `/api/tasks/${part(id)}/stop`,
  taskPrompt: (id: string) => `/api/tasks/${part(id)}/prompt`,
  taskComplete: (id: string) => `/api/tasks/${part(id)}/complete`,
  taskTrigger: (id: string) => `/api/tasks/${part(id)}/trigger`,
  taskMove: (id: string) => `/api/tasks/${part(id)}/move`,
  taskState: (id: string) => `/api/tasks/${part(id)}/state`,
  taskDiff: (id: string) => `/api/tasks/${part(id)}/diff`,
  taskPermissions: (id: string) => `/api/tasks/${part(id)}/permissions`,
  taskPermission: (id: string, pendingId: string) =>
    `/api/tasks/${part(id)}/permissions/${part(pendingId)}`,
  agentTypes: '/api/agent-types',
  agentType: (id: string) => `/api/agent-types/${part(id)}`,
  boards: '/api/boards',
  board: (id: string) => `/api/boards/${part(id)}`,
  boardColumns: (id: string) => `/api/boards/${part(id)}/columns`,
  boardColumn: (id: string, columnId: string) =>
    `/api/boards/${part(id)}/columns/${part(columnId)}`,
} as const;

/** Where an installer link leads (ADR 0021): no route of the API, and short enough to be typed. */
export const DOWNLOAD_PATHS = {
  /** For people. */
  page: (nonce: string) => `/d/${part(nonce)}`,
  /** The same page, for people who type it. */
  short: (code: string) => `/i/${part(code)}`,
  script: (nonce: string) => `/d/${part(nonce)}/install.sh`,
  package: (nonce: string) => `/d/${part(nonce)}/package`,
} as const;

/** An invitation's page; its secret stands behind `#`, which no browser sends to a server. */
export const joinPath = (secret: string): string => `/join#${secret}`;

/**
 * Name of the `<meta>` in the dashboard's page that says: nobody is logged in, asking is in vain. Not
 * written for a link from another site, with which a browser sends no strict cookie.
 */
export const NOBODY_META = 'kenny-nobody';

/**
 * First parts of the dashboard's own addresses. The server answers these, and what lies below them,
 * with the app; a spec of the dashboard holds its routes against this list.
 */
export const DASHBOARD_PAGES = [
  'login',
  'join',
  'today',
  'fleet',
  'run',
  'approvals',
  'chat',
  'tasks',
  'audit',
  'policy',
  'settings',
  'guides',
  'help',
] as const;
