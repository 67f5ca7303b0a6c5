import type { ApprovalView } from '@kenny/contract';
import { FakeClock } from '@kenny/testing';
import { ApprovalsService } from '../src/policy/index.js';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const SHELL = { stdout: 'done\n', stderr: '', exit_code: 0 };

describe('an outcome that could not be written down', () => {
  it('does not leave its call sent for ever', async () => {
    const clock = new FakeClock();
    const server = await AServer.start({ dataDir: newDir(), clock });
    try {
      const approvals = server.get(ApprovalsService);
      await server.connected('pc1', {
        features: ['shell_exec'],
        handlers: { shell_exec: () => SHELL },
      });
      const { body } = await server.http<{ approval: ApprovalView }>(
        'POST',
        '/api/tools/shell_exec',
        { agent_id: 'pc1', args: { command: 'echo hello' } },
      );
      const { id, call_sha256 } = body.approval;
      const apply = approvals.apply.bind(approvals);
      const failed = new Promise<void>((resolve) => {
        jest.spyOn(approvals, 'apply').mockImplementation((...step) => {
          if (step[1].type !== 'respond') return apply(...step);
          resolve();
          return Promise.reject(new Error('the disk is full'));
        });
      });
      await server.http('POST', `/api/approvals/${id}`, { decision: 'approve', call_sha256 });
      await failed;
      expect((await approvals.stored(id)).record.state).toBe('sent');
      const settled = server.reaches(id, 'unknown');
      clock.advance(15 * 60_000);
      expect(await settled).toMatchObject({ outcome: { error: { code: 'timeout' } } });
    } finally {
      await server.stop();
    }
  });
});
