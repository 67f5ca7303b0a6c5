export { ArchiveFault } from './archive/archive-fault.js';
export { readArchive } from './archive/read-archive.js';
export { backupBeforeUpgrade } from './backup-before-upgrade.js';
export { BackupModule } from './backup.module.js';
export { BackupsService } from './backups.service.js';
export type { MadeBackup } from './create-backup.js';
export { extractBackup } from './extract-backup.js';
export type { BackupManifest } from './manifest.js';
