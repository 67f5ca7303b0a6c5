export { openDataFolder } from './open-data-folder.js';
export { Restart } from './restart.js';
export { RestoreModule } from './restore.module.js';
export { RestoreService } from './restore.service.js';
export { UploadedBackups } from './uploaded-backups.js';
export { finishRestore } from './swap.js';
