import type { AgentToolName } from '@kenny/contract';
import { MINUTE_MS } from '@kenny/kernel';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './harness/eventually.js';
import { Installation } from './harness/installation.js';
import {
  download,
  DOWNLOADS,
  packageIsThere,
  PROGRAM,
  tellingOf,
  whyNoWindows,
} from './harness/windows-package.js';
import { WinePc } from './harness/wine-pc.js';
import { aWorld } from './harness/world.js';
import { judgePicture, whyNoScreen, XScreen } from './harness/x-screen.js';

/**
 * The session of the person at a Windows PC, under Wine with a screen that nobody sees: the service
 * starts the helper there when it asks for the first time, and asks it for a picture and for Quick Assist.
 */
const SCREEN = { width: 1_280, height: 800 };
const MANY = 100;
const HELPER = `${PROGRAM} session --stay`;
const SYSTEM = 'C:\\windows\\system32';
const AT_LOGON = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Run';
const CAPTURE: AgentToolName = 'screen_capture';
const HELP: readonly [AgentToolName, AgentToolName] = ['remotehelp_start', 'remotehelp_stop'];

const reason = whyNoWindows() ?? whyNoScreen();
if (reason !== undefined) process.stdout.write(`\nNot tested: a Windows session: ${reason}.\n`);

(reason === undefined ? describe : describe.skip)('the session of a person at Windows', () => {
  const world = aWorld();
  let installation: Installation;
  let pc: WinePc;

  beforeAll(async () => {
    const screen = await XScreen.start(world, SCREEN);
    [pc] = await Promise.all([
      WinePc.start(world, 'windows', screen.display),
      packageIsThere(world),
    ]);
    installation = await Installation.prepare(world, 'server');
    await installation.startServer();
    await installation.addAgent();
    await download(installation, pc);
  }, 15 * MINUTE_MS);

  const telling = (body: () => Promise<void>) => tellingOf(world, () => pc, body);

  async function approved(tool: AgentToolName): Promise<Record<string, unknown>> {
    const { api, agentId } = installation;
    const { approval } = (await api.decide(await api.ask(tool, agentId, {}), 'approve', 60)).body;
    return { ...approval.outcome?.result };
  }

  it(
    'gets its helper at each logon from the installation on',
    telling(async () => {
      await pc.does('cmd', '/c', `${DOWNLOADS}\\install.cmd`, '/quiet');
      const value = await pc.does('reg', 'query', AT_LOGON, '/v', 'kenny-agent');
      expect(value).toContain(`"${PROGRAM}" session`);
    }),
    5 * MINUTE_MS,
  );

  it(
    'is seen as the person in front of it sees it',
    telling(async () => {
      const { width, height } = SCREEN;
      // It ends with Windows.
      void pc.run('explorer', `/desktop=kenny,${width}x${height}`, 'notepad');
      const facts = await eventually(
        'the desktop is in the picture',
        async () => {
          const { body } = await installation.api.tool(CAPTURE, installation.agentId, {});
          const seen = judgePicture(world, String(body.result['image_b64']));
          return seen.colours > MANY ? seen : undefined;
        },
        2 * MINUTE_MS,
      );
      expect(facts).toMatchObject({ format: 'PNG', width, height });
    }),
    4 * MINUTE_MS,
  );

  it(
    'gets a helper again when somebody ended it',
    telling(async () => {
      process.kill(await pc.onlyProcess(HELPER), 'SIGKILL');
      const { body } = await installation.api.tool(CAPTURE, installation.agentId, {});
      expect(body.result['format']).toBe('png');
      expect(body.result['person_told']).toBe(true);
    }),
    3 * MINUTE_MS,
  );

  it(
    'is where Quick Assist is opened and closed',
    telling(async () => {
      const [start, stop] = HELP;
      // A stand-in: Wine has none.
      const notepad = join(pc.file(SYSTEM), 'notepad.exe');
      copyFileSync(notepad, join(pc.file(SYSTEM), 'quickassist.exe'));
      const opened = await approved(start);
      expect(opened['launched']).toBe(true);
      expect(opened['pid']).toBeGreaterThan(0);
      expect(opened['note']).toContain('accepts');
      expect(await approved(stop)).toEqual({ stopped: true });
    }),
    4 * MINUTE_MS,
  );

  it(
    'has no helper any more when the agent is removed',
    telling(async () => {
      const uninstaller = 'C:\\Program Files\\kenny\\uninstall.cmd';
      await pc.does('cmd', '/c', uninstaller, '/quiet');
      expect(pc.processes(PROGRAM)).toEqual([]);
      expect((await pc.run('reg', 'query', AT_LOGON, '/v', 'kenny-agent')).code).not.toBe(0);
    }),
    4 * MINUTE_MS,
  );
});
