export {
  isConnectionConfig,
  missingForConnection,
  type AgentConfig,
  type ConnectionConfig,
} from './agent-config.js';
export { readConfigFile, updateConfigFile } from './config-file.js';
export { isService, loadConfig, type ConfigFlags } from './load-config.js';
export { AGENT_NAMES, type Problems } from './settings.js';
export type { ServerAddress } from './server-address.js';
export { isPrivileged } from './privilege.js';
export {
  controlFileFor,
  prepareStateFolder,
  SERVICE_STATE_FOLDER,
  serviceFolderOf,
  serviceStateFolder,
  windowsStateFolder,
} from './state-folder.js';
