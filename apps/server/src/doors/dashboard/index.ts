export { DASHBOARD_FOLDER, DashboardDoor } from './dashboard-door.js';
export { DashboardModule } from './dashboard.module.js';
