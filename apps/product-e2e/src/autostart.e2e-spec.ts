import { API_PATHS, SERVER_FILES } from '@kenny/contract';
import { MINUTE_MS } from '@kenny/kernel';
import { installPackages } from '@kenny/testing';
import { eventually } from './harness/eventually.js';
import { SystemdPc, whyNoSystemdPc } from './harness/systemd-pc.js';
import { aWorld, freePort, WORKSPACE } from './harness/world.js';

/** What a person does with sudo, in the workspace, on a computer with its own systemd that is started again. */
const nothing = whyNoSystemdPc() ?? installPackages('sudo');
if (nothing !== undefined) process.stdout.write(`autostart was not tried: ${nothing}\n`);

const PERSON = 'anna';
const UNIT = '/etc/systemd/system/kenny.service';
const SETTINGS = '/etc/kenny/server.env';
const START_MS = 2 * MINUTE_MS;

(nothing === undefined ? describe : describe.skip)('npm run autostart', () => {
  const world = aWorld();
  let pc: SystemdPc;
  let port: number;

  beforeAll(async () => {
    pc = await SystemdPc.start(world, 'pc');
    port = await freePort();
    await pc.does(`useradd --create-home ${PERSON}
      echo '${PERSON} ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/${PERSON}`);
  }, 5 * MINUTE_MS);

  const autostart = (words = '', variables = '') =>
    pc.run(
      `cd ${WORKSPACE} && runuser --user ${PERSON} -- env TESTS_HAVE_BUILT=1 ${variables} \
        ${process.execPath} tools/run/autostart.mjs ${words}`,
    );
  const answers = async () => {
    const line = `curl -fsS http://127.0.0.1:${port}${API_PATHS.healthz}`;
    return (await pc.run(line)).code === 0;
  };
  const eventuallyAnswers = () =>
    eventually('kenny answers', async () => ((await answers()) ? true : undefined), START_MS);

  it(
    'refuses settings that the service would not have, and says where to write them',
    world.telling(async () => {
      const { code, text } = await autostart('', `KENNY_PORT=${port}`);
      expect(text).toContain('KENNY_PORT');
      expect(text).toContain(SETTINGS);
      expect(code).toBe(2);
      expect((await pc.run(`test -e ${UNIT}`)).code).toBe(1);
    }),
  );

  it(
    'starts kenny, and kenny starts again with the computer, with the same data',
    world.telling(async () => {
      const data = '/var/lib/kenny-here';
      await pc.does(`mkdir -p /etc/kenny && install -d -m 700 -o ${PERSON} ${data}
        echo KENNY_PORT=${port} > ${SETTINGS}; echo KENNY_DATA_DIR=${data} >> ${SETTINGS}`);
      const { code, text } = await autostart();
      expect([code, text]).toEqual([0, expect.stringContaining(`http://127.0.0.1:${port}`)]);
      expect(text).toContain(`${data}/${SERVER_FILES.firstToken}`);
      const token = `cat ${data}/${SERVER_FILES.firstToken}`;
      const first = await pc.does(token);

      await pc.reboot();
      await eventuallyAnswers();
      const header = `-H "Authorization: Bearer $(${token})"`;
      const ask = `curl -fsS ${header} http://127.0.0.1:${port}${API_PATHS.server}`;
      expect(JSON.parse(await pc.does(ask))).toMatchObject({ runs_as: 'autostart' });
      expect(await pc.does(token)).toBe(first);
      await eventually(
        'this PC is online',
        async () => {
          const fleet = `curl -fsS ${header} http://127.0.0.1:${port}${API_PATHS.fleet}`;
          const { counts } = JSON.parse(await pc.does(fleet)) as { counts: { offline: number } };
          return counts.offline === 0 ? true : undefined;
        },
        START_MS,
      );
    }),
    3 * START_MS,
  );

  it(
    'comes back when it is killed, and is over when it is turned off',
    world.telling(async () => {
      await pc.does('systemctl kill --kill-whom=main --signal=KILL kenny');
      await eventuallyAnswers();
      expect(await autostart('off')).toMatchObject({ code: 0 });
      expect(await answers()).toBe(false);
      expect((await pc.run(`test -e ${UNIT}`)).code).toBe(1);
    }),
    2 * START_MS,
  );

  it(
    'leaves a service alone that somebody else made',
    world.telling(async () => {
      await pc.does(`echo '[Service]' > ${UNIT}`);
      for (const words of ['', 'off']) {
        const { code, text } = await autostart(words);
        expect([code, text]).toEqual([1, expect.stringContaining('remove that file first')]);
      }
      expect((await pc.does(`cat ${UNIT}`)).trim()).toBe('[Service]');
    }),
  );
});
