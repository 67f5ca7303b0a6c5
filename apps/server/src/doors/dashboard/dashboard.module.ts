import { Module } from '@nestjs/common';
import { DASHBOARD_FOLDER, DashboardDoor, WORKSPACE_DASHBOARD } from './dashboard-door.js';

/** The door for people: the dashboard as static files. */
@Module({
  providers: [DashboardDoor, { provide: DASHBOARD_FOLDER, useValue: WORKSPACE_DASHBOARD }],
  exports: [DashboardDoor],
})
export class DashboardModule {}
