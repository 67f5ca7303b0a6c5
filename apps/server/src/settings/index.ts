import { ChatSettingsEntity } from './chat-settings.entity.js';
import { ServerSettingEntity } from './server-setting.entity.js';

export { BackupPlans, isBackupDue } from './backup-plans.js';
export { DownloadedCopy } from './downloaded-copy.js';
export { HelpLink } from './help-link.js';
export { ModelKey, type KeyInUse } from './model-key.js';
export { ModelService } from './model-service.js';
export { Models } from './models.js';
export { mustBeOperator, OperatorSettings } from './operator-settings.js';
export { ReleaseFeedAddress } from './release-feed-address.js';
export { SettingsModule } from './settings.module.js';

/** For the list of the server's entities (`schema.ts`). */
export const SETTINGS_ENTITIES = [ChatSettingsEntity, ServerSettingEntity];
