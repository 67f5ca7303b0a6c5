import { API_PATHS, type AgentToolName } from '@kenny/contract';
import { eventually } from './harness/eventually.js';
import { Installation } from './harness/installation.js';
import { NoticeDesk, whyNoNotices } from './harness/notice-desk.js';
import { aWorld } from './harness/world.js';
import { judgePicture, whyNoScreen, XScreen } from './harness/x-screen.js';

/** A picture of a real screen of X11, through the server as an operator asks for it. */
const CAPTURE: AgentToolName = 'screen_capture';
/** Wider than what is sent. */
const WIDE = { width: 3_840, height: 1_080 };
const MANY = 100;

const reason = whyNoScreen();
if (reason !== undefined) process.stdout.write(`\nNot tested: a picture of a screen: ${reason}.\n`);
const noNotices = whyNoNotices();
if (noNotices !== undefined) process.stdout.write(`\nNot tested: a notice: ${noNotices}.\n`);

(reason === undefined ? describe : describe.skip)('the screen of a Linux PC', () => {
  const world = aWorld();
  let installation: Installation;

  let screen: XScreen;
  let desk: NoticeDesk | undefined;

  beforeAll(async () => {
    screen = await XScreen.start(world, WIDE);
    if (noNotices === undefined) desk = await NoticeDesk.start(world, screen.display);
    const agentEnv = {
      DISPLAY: screen.display,
      ...(desk ? { DBUS_SESSION_BUS_ADDRESS: desk.bus } : {}),
    };
    installation = await Installation.up(world, 'screen', { agentEnv });
  });

  const capture = () => installation.api.tool(CAPTURE, installation.agentId, {});

  it(
    'is seen as the person in front of it sees it, no wider than can be sent',
    world.telling(async () => {
      screen.draw(world);
      await eventually('something is drawn', () => (screen.colours() > MANY ? true : undefined));
      const { body } = await capture();
      expect(body.result['format']).toBe('png');
      const facts = judgePicture(world, String(body.result['image_b64']));
      expect(facts).toMatchObject({ format: 'PNG', width: 2_560, height: 720 });
      expect(facts.colours).toBeGreaterThan(MANY);
      await eventually('the server keeps it for a while', async () => {
        const { status } = await installation.api.get(API_PATHS.agentScreen(installation.agentId));
        return status === 200 ? true : undefined;
      });
    }),
  );

  (noNotices === undefined ? it : it.skip)(
    'has a notice of it for the person in front of it',
    world.telling(async () => {
      const { body } = await capture();
      expect(body.result['person_told']).toBe(true);
      await desk?.shows(/A picture of this screen was taken at/);
    }),
  );
});
