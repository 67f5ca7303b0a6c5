import { AGENT_FILES } from '@kenny/contract/agent';
import { agentSignatures, encodeBase64 } from '@kenny/handshake/agent';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { runProgramLine } from './agent-program.js';

const folder = temporaryFolder();
const state = (): string => join(folder.path, 'state');

async function run(words: string[], env: Record<string, string> = {}) {
  const printed: string[] = [];
  const complained: string[] = [];
  const code = await runProgramLine(words, {
    print: (line) => printed.push(line),
    complain: (line) => complained.push(line),
    env,
    stopping: new AbortController().signal,
  });
  return { code, printed, complained, json: () => JSON.parse(printed.join('\n')) as unknown };
}

describe('kenny-agent', () => {
  it('shows its commands and refuses others with exit code 2', async () => {
    const help = await run(['--help']);
    expect(help.code).toBe(0);
    for (const name of ['run', 'enroll', 'remote-control', 'status', 'telemetry', 'version']) {
      expect(help.printed.join('\n')).toContain(name);
    }
    const wrong = await run(['frobnicate']);
    expect([wrong.code, wrong.printed]).toEqual([2, []]);
    expect((await run(['run', '--colour', 'red'])).code).toBe(2);
  });

  it('run lists everything that is wrong and ends with 2, before it touches the disk', async () => {
    const { code, complained } = await run(['run', '--state-dir', state()], {
      KENNY_TYPO: '1',
      KENNY_LOG_LEVEL: 'loud',
    });
    expect(code).toBe(2);
    expect(complained).toHaveLength(4);
    await expect(readFile(join(state(), '.kenny-private'))).rejects.toThrow(/ENOENT/);
  });

  it('version tells an updater what it is', async () => {
    const { code, json } = await run(['version', '--json']);
    expect(code).toBe(0);
    expect(json()).toMatchObject({ name: 'kenny-agent', protocol: '0.8', os: 'linux' });
  });

  it('telemetry prints one section of this very PC, and names the known ones otherwise', async () => {
    const { code, json } = await run(['telemetry', '--section', 'uptime', '--json']);
    expect(code).toBe(0);
    expect(json()).toMatchObject({ uptime: { status: 'ok' } });
    const text = await run(['telemetry', '--section', 'uptime']);
    expect(text.printed.join('\n')).toMatch(/^uptime +ok +up /);
    const unknown = await run(['telemetry', '--section', 'weather']);
    expect(unknown.code).toBe(2);
    expect(unknown.complained.join('\n')).toContain('sections are: disk');
  });
});

describe('kenny-agent remote-control', () => {
  const words = (action: string): string[] => ['remote-control', action, '--state-dir', state()];

  it('turns the switch and shows it', async () => {
    expect((await run(words('status'))).printed[0]).toMatch(/^remote control is on/);
    expect((await run(words('off'))).printed[0]).toMatch(/^remote control is switched off/);
    const file = `${state()}-control/agent.control.json`;
    expect(await readFile(file, 'utf8')).toBe('{"remote_control_enabled":false}\n');
    expect((await run([...words('status'), '--json'])).json()).toEqual({
      file,
      remote_control: false,
      reason: 'remote control is switched off at this PC',
    });
    expect((await run(words('on'))).printed[0]).toMatch(/^remote control is on/);
  });

  it('mends a switch that was damaged', async () => {
    await mkdir(`${state()}-control`, { recursive: true });
    await writeFile(`${state()}-control/agent.control.json`, 'garbage');
    expect((await run(words('status'))).printed[0]).toContain('cannot be trusted');
    expect((await run(words('on'))).printed[0]).toMatch(/^remote control is on/);
  });

  it('knows no other action', async () => {
    expect((await run(words('maybe'))).code).toBe(2);
  });

  it('leaves the service’s own memory alone', async () => {
    await run(words('off'));
    await expect(readFile(join(state(), 'agent.control-last.json'))).rejects.toThrow(/ENOENT/);
  });
});

describe('kenny-agent install and uninstall', () => {
  it.each(['install', 'uninstall'])('%s is for root, and says so before anything', async (name) => {
    const asNobody = jest.spyOn(process, 'getuid').mockReturnValue(65_534);
    try {
      const { code, complained } = await run([name]);
      expect(code).toBe(3);
      expect(complained).toEqual([`kenny-agent: ${name} needs root: run it as root, or with sudo`]);
    } finally {
      asNobody.mockRestore();
    }
  });
});

describe('kenny-agent enroll and status', () => {
  const serverKey = encodeBase64(
    agentSignatures.createSigner(new Uint8Array(32).fill(3)).publicKey,
  );

  async function withServer<T>(status: number, use: (address: string) => Promise<T>): Promise<T> {
    const server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ok: true, server_public_key: serverKey }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  const enroll = (address: string): string[] => [
    ...['enroll', '--state-dir', state(), '--server', address],
    ...['--agent-id', 'pc1', '--enroll-token', 'one-time-token'],
  ];

  it('leaves behind all that run needs, and no token', async () => {
    await withServer(200, async (address) => {
      const { code, printed } = await run(enroll(address));
      expect([code, printed[0]]).toEqual([0, `enrolled as pc1 at ${address}`]);
      const config = await readFile(join(state(), 'kenny-agent.config.json'), 'utf8');
      expect(JSON.parse(config)).toEqual({
        server: `${address.replace('http', 'ws')}/agent/ws`,
        agent_id: 'pc1',
        server_pubkey: serverKey,
      });
    });
    const status = await run(['status', '--state-dir', state(), '--json']);
    expect(status.json()).toMatchObject({
      agent_id: 'pc1',
      key: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      server_key: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      enrolled_at: expect.any(String) as string,
      running_pid: null,
      connected: false,
      remote_control: true,
    });
    expect((await run(['status', '--state-dir', state()])).printed.join('\n')).toContain('pc1');
  });

  it('writes down the certificate authority it was given, for run', async () => {
    const ca = join(folder.path, 'ca.pem');
    const { cert } = await generate([{ name: 'commonName', value: 'ours' }], { keySize: 2048 });
    await writeFile(ca, cert);
    await withServer(200, async (address) => {
      expect((await run(enroll(address), { KENNY_TLS_CA: ca })).code).toBe(0);
      const config = await readFile(join(state(), 'kenny-agent.config.json'), 'utf8');
      expect(JSON.parse(config)).toMatchObject({ tls_ca: ca });
    });
  });

  it('ends with 3 and what to do when the server refuses', async () => {
    const { code, complained } = await withServer(409, (address) => run(enroll(address)));
    expect(code).toBe(3);
    expect(complained.join('\n')).toContain('kenny agent rekey pc1');
  });

  it('needs a token', async () => {
    const words = ['enroll', '--state-dir', state(), '--server', 'https://x', '--agent-id', 'pc1'];
    expect((await run(words)).code).toBe(2);
  });

  it('status says what became of the last update', async () => {
    const failed = { version: '0.2.0', why: 'it did not reach the server within 300 s' };
    await mkdir(state());
    const record = JSON.stringify({ highest: '0.2.0', failed });
    await writeFile(join(state(), AGENT_FILES.update), record);
    const { printed } = await run(['status', '--state-dir', state()]);
    expect(printed.join('\n')).toMatch(/^last update +to 0\.2\.0, rolled back: it did not reach/m);
    const { json } = await run(['status', '--state-dir', state(), '--json']);
    expect(json()).toMatchObject({ update: { highest: '0.2.0', failed } });
  });

  it('status of a PC that never ran an agent says so', async () => {
    const { code, printed } = await run(['status', '--state-dir', state()]);
    expect(code).toBe(0);
    expect(printed.join('\n')).toMatch(/own key +none yet/);
  });
});
