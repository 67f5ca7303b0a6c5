import { Module } from '@nestjs/common';
import { DispatchModule } from '../dispatch/index.js';
import { PolicyModule } from '../policy/index.js';
import { ApprovalsDesk } from './approvals-desk.js';

@Module({
  imports: [DispatchModule, PolicyModule],
  providers: [ApprovalsDesk],
  exports: [ApprovalsDesk],
})
export class ApprovalsDeskModule {}
