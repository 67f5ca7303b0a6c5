import {
  API_PATHS,
  type ApprovalAnswer,
  type ApprovalView,
  type EnrollmentIssued,
  type EventList,
} from '@kenny/contract';
import { MINUTE_MS } from '@kenny/kernel';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './harness/eventually.js';
import { Installation, SERVER_PROGRAM } from './harness/installation.js';
import { Pc, whyNoPc } from './harness/pc.js';
import { Releases } from './harness/releases.js';
import { SystemdPc, whyNoSystemdPc } from './harness/systemd-pc.js';
import { aWorld } from './harness/world.js';

/**
 * A Linux PC on which the agent is a service, from its package to its removal, with updates in
 * between. Under its own systemd where such a PC can be had, else under the plain supervision.
 */
const noSystemd = whyNoSystemdPc();
const nothing = noSystemd === undefined ? undefined : whyNoPc();
if (nothing !== undefined) {
  process.stdout.write(`the service on Linux was not tried: ${nothing}\n`);
} else if (noSystemd !== undefined) {
  process.stdout.write(`the service is tried without systemd: ${noSystemd}\n`);
}
const underSystemd = noSystemd === undefined;

/** Five seconds until a restart, waits between connections, and a machine that does other work. */
const BACK_MS = 3 * MINUTE_MS;
/** Long enough for a new version on a busy machine, short enough for a test. */
const CONFIRM_SECONDS = 20;
const PROGRAMS = '/usr/local/lib/kenny-agent';
const PACKAGE = '/opt/kenny-package';
const CONFIG = '/var/lib/kenny-agent/kenny-agent.config.json';
const SWITCH = '/var/lib/kenny-agent-control/agent.control.json';
const [FIRST, SECOND, BROKEN, LONELY] = ['0.1.1', '0.2.0', '0.3.0', '0.4.0'] as const;

(nothing === undefined ? describe : describe.skip)('the agent as a service of a Linux PC', () => {
  const world = aWorld();
  let installation: Installation;
  let releases: Releases;
  let pc: Pc | SystemdPc;

  beforeAll(async () => {
    installation = await Installation.prepare(world, 'server');
    [releases, pc] = await Promise.all([
      Releases.make(world, [FIRST, SECOND, LONELY]),
      (underSystemd ? SystemdPc : Pc).start(world, 'pc'),
      installation.startServer(),
    ]);
  }, 20 * MINUTE_MS);

  /** A test body: when it fails, what the PC said is part of the failure. */
  const telling = (body: () => Promise<void>): (() => Promise<void>) =>
    world.telling(async () => {
      try {
        await body();
      } catch (error) {
        const log = await pc.run(
          `tail -n 40 /var/lib/kenny-agent/logs/*; ls -l ${PROGRAMS}; ps ax | grep kenny
           cat /var/lib/kenny-agent/agent.update.json; systemctl status kenny-agent --no-pager`,
        );
        process.stderr.write(log.text);
        throw error;
      }
    });

  async function online(version: string, since?: string | null): Promise<void> {
    await eventually(
      `it is online with ${version}`,
      async () => {
        const now = await installation.pc();
        const right = now.online && now.meta?.version === version;
        return right && now.connected_since !== since ? true : undefined;
      },
      BACK_MS,
    );
  }

  const since = async (): Promise<string | null> => (await installation.pc()).connected_since;
  const runningVersion = async (): Promise<string | undefined> =>
    /kenny-agent (\S+) /.exec((await pc.run('kenny-agent version')).text)?.[1];
  const programs = async (): Promise<string[]> =>
    (await pc.does(`ls ${PROGRAMS}`)).trim().split('\n');
  const onlyTheProgram = underSystemd ? ['kenny-agent'] : ['kenny-agent', 'kenny-agent.d'];

  async function update(args: object): Promise<ApprovalView> {
    return outcomeOf(await installation.api.ask('agent_update', installation.agentId, { ...args }));
  }

  /** What an operator does: publish the signed release, request the update, approve it. */
  async function updateFromServer(version: string): Promise<ApprovalView> {
    const { api, agentId } = installation;
    const published = world.start({
      name: `kenny release add ${version}`,
      args: [SERVER_PROGRAM, 'release', 'add', releases.fileOf(version)],
      cwd: world.folder,
      env: { KENNY_URL: api.url, KENNY_TOKEN: api.token },
    });
    expect((await published.ended(3 * MINUTE_MS)).code).toBe(0);
    const { status, body } = await api.post<ApprovalAnswer>(API_PATHS.agentUpdate(agentId), {});
    expect([status, body.approval.args['version']]).toEqual([202, version]);
    return outcomeOf(body.approval);
  }

  async function outcomeOf(asked: ApprovalView): Promise<ApprovalView> {
    const { api } = installation;
    const { approval } = (await api.decide(asked, 'approve', 60)).body;
    return eventually(
      'the update has an outcome',
      async () => {
        const now = await api.approval(approval.id);
        return now.outcome ? now : undefined;
      },
      BACK_MS,
    );
  }

  const logged = (words: RegExp) =>
    eventually('the server has it in its log', async () => {
      const { body } = await installation.api.get<EventList>(API_PATHS.events);
      return body.items.some(({ message }) => words.test(message)) ? true : undefined;
    });

  it(
    'is installed from its package, and its server sees it',
    telling(async () => {
      const { body } = await installation.api.post<EnrollmentIssued>(API_PATHS.agents, {
        agent_id: installation.agentId,
      });
      await pc.does(
        `mkdir -p ${PACKAGE} && curl -fsS ${releases.archiveUrl(FIRST)} |
           tar -xz -C ${PACKAGE} --strip-components=1`,
      );
      const said = await pc.does(
        `sh ${PACKAGE}/install.sh --server ${installation.api.url} --agent-id ${installation.agentId} \
           --server-pubkey ${body.server_public_key} --enroll-token ${body.enrollment.token}`,
      );
      expect(said).toContain(`sees this PC as ${installation.agentId}`);
      expect(said).toContain(underSystemd ? 'runs under systemd' : 'runs under its own supervisor');
      await online(FIRST);
      const { meta } = await installation.pc();
      expect(meta).toMatchObject({
        service: true,
        os: 'linux',
        arch: expect.any(String) as string,
      });
      // From the next start on.
      await pc.does(`sed -i 's/}[^}]*$/, "update_confirm_secs": ${CONFIRM_SECONDS}}/' ${CONFIG}`);
    }),
    5 * MINUTE_MS,
  );

  it(
    'comes back when it is killed',
    telling(async () => {
      const before = await since();
      await pc.does(`kill -9 $(pgrep -f '^${PROGRAMS}/kenny-agent run')`);
      await online(FIRST, before);
    }),
    5 * MINUTE_MS,
  );

  it(
    'is updated by a signed release that its server has, and leaves nothing of the old one',
    telling(async () => {
      const before = await since();
      const { state, outcome } = await updateFromServer(SECOND);
      expect([state, outcome?.error]).toEqual(['done', undefined]);
      expect(outcome?.result).toEqual({ ok: true, staged_version: SECOND });
      const answeredAt = performance.now();
      await online(SECOND, before);
      console.log(`updated and back after ${Math.round(performance.now() - answeredAt)} ms`);
      await logged(/^updated$/);
      expect(await runningVersion()).toBe(SECOND);
      await eventually('the old one is gone', async () =>
        (await programs()).join() === onlyTheProgram.join() ? true : undefined,
      );
    }),
    8 * MINUTE_MS,
  );

  it(
    'refuses a release that does not run, one that is forged, and one that is older, and stays up',
    telling(async () => {
      const before = await since();
      const broken = join(world.folder, 'broken');
      writeFileSync(broken, '#!/bin/sh\necho this will never work >&2\nexit 1\n', { mode: 0o755 });
      await releases.sign(BROKEN, broken);
      const refusalOf = async (args: object): Promise<string> =>
        (await update(args)).outcome?.error?.message ?? 'it was taken';
      expect(await refusalOf(await releases.argsOf(BROKEN))).toBe(
        'the new version does not run on this PC: this will never work',
      );
      const lonely = await releases.argsOf(LONELY);
      expect(await refusalOf({ ...lonely, sha256: 'ab'.repeat(32) })).toMatch(
        /not the one that is/,
      );
      expect(await refusalOf({ ...lonely, version: '0.4.1' })).toMatch(/is version 0\.4\.0/);
      expect(await refusalOf(await releases.argsOf(FIRST))).toMatch(/must be newer/);
      expect(await since()).toBe(before);
      expect(await programs()).toEqual(onlyTheProgram);
    }),
    8 * MINUTE_MS,
  );

  it(
    'goes back by itself when the new version cannot reach the server, and tells so',
    telling(async () => {
      const { outcome } = await update(await releases.argsOf(LONELY));
      expect(outcome?.result).toEqual({ ok: true, staged_version: LONELY });
      await installation.server?.kill();
      await eventually(
        'the new version runs',
        async () => ((await runningVersion()) === LONELY ? true : undefined),
        BACK_MS,
      );
      await eventually(
        'the old version is back',
        async () => ((await runningVersion()) === SECOND ? true : undefined),
        BACK_MS,
      );
      await installation.startServer();
      await online(SECOND);
      await logged(/update to 0\.4\.0 was rolled back: it did not reach the server within 20 s/);
      // Another call: the same one again would only be told what became of it.
      const args = await releases.argsOf(LONELY);
      const again = await update({ ...args, sha256: args.sha256.toUpperCase() });
      expect(again.outcome?.error?.message).toMatch(/0\.4\.0 was rolled back on this PC/);
      expect(await programs()).toEqual(onlyTheProgram);
    }),
    12 * MINUTE_MS,
  );

  if (underSystemd) {
    /** Nobody waits for its end here. */
    async function approved(command: string): Promise<ApprovalView> {
      const { api, agentId } = installation;
      const asked = await api.ask('shell_exec', agentId, { command, timeout_s: 10 });
      return (await api.decide(asked, 'approve')).body.approval;
    }
    const hasEnded = (approval: ApprovalView) =>
      eventually('the command was ended', async () => {
        const { outcome } = await installation.api.approval(approval.id);
        return outcome ?? undefined;
      });
    const found = async (words: string) => (await pc.run(`pgrep -fx '${words}'`)).text.trim();

    it(
      'ends at its deadline all that a command started, whatever it left behind to get away',
      telling(async () => {
        const before = await since();
        const command = await approved('env -i setsid sleep 98765 & sleep 300');
        const pid = await eventually(
          'it has started',
          async () => (await found('sleep 98765')) || undefined,
        );
        expect(await pc.does(`cat /proc/${pid}/cgroup`)).toMatch(/\/kenny-agent\.service\/run-/);
        expect((await hasEnded(command)).error?.code).toBe('timeout');
        await eventually('it is gone', async () =>
          (await found('sleep 98765')) === '' ? true : undefined,
        );
        expect(await since()).toBe(before);
      }),
      3 * MINUTE_MS,
    );

    it(
      'answers while a command has stopped its parent, in words that no rule knows',
      telling(async () => {
        const before = await since();
        const command = await approved(
          'read -r _ _ _ parent _ < /proc/$$/stat; kill -STOP $parent; exec sleep 87654',
        );
        const pid = await eventually(
          'it has started',
          async () => (await found('sleep 87654')) || undefined,
        );
        const parent = await pc.does(`ps -o state= -p $(ps -o ppid= -p ${pid})`);
        expect(parent.trim()).toBe('T');
        const { api, agentId } = installation;
        expect((await api.tool('diag_processes', agentId, {})).status).toBe(200);
        expect((await hasEnded(command)).error?.code).toBe('timeout');
        await eventually('it is gone', async () =>
          (await found('sleep 87654')) === '' ? true : undefined,
        );
        expect(await since()).toBe(before);
      }),
      3 * MINUTE_MS,
    );

    it(
      'is up again when the PC was started anew',
      telling(async () => {
        const before = await since();
        const { reboot } = pc as SystemdPc;
        await reboot.call(pc);
        await online(SECOND, before);
        expect(await pc.does('systemctl is-active kenny-agent')).toBe('active\n');
      }),
      8 * MINUTE_MS,
    );
  }

  it(
    'leaves nothing but its switch when it is uninstalled',
    telling(async () => {
      expect(await pc.does('kenny-agent uninstall')).toContain(`kept: the switch ${SWITCH}`);
      const left = await pc.does(
        `ls -d ${PROGRAMS} /var/lib/kenny-agent /etc/systemd/system/kenny-agent.service \
           /etc/init.d/kenny-agent /usr/local/bin/kenny-agent 2>/dev/null || true`,
      );
      expect(left).toBe('');
      expect((await pc.run(`pgrep -f '^${PROGRAMS}/'`)).text).toBe('');
    }),
    5 * MINUTE_MS,
  );
});
