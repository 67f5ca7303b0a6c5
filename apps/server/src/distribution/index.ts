export { DistributionModule } from './distribution.module.js';
export { DistributionService, type ArchiveFile } from './distribution.service.js';
export { PACKAGES_FOLDER, type PackagesFolder } from './packages.js';
