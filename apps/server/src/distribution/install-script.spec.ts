import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { installCommand } from './install-command.js';
import { installScript, type ScriptFacts } from './install-script.js';

const NASTY = `'; touch owned; echo "$(id)" \`id\`\n-----END`;

function facts(changes: Partial<ScriptFacts> = {}): ScriptFacts {
  return {
    agent_id: 'pc1',
    server_url: 'wss://kenny.example/agent/ws',
    server_public_key: 'AAAA',
    token: 'kny_token',
    package_url: 'https://kenny.example/d/x/package',
    package: {
      version: '0.1.0',
      arch: 'x64',
      folder: 'kenny-agent-0.1.0-linux-x64',
      archive: { name: 'a.tar.gz', bytes: 33_000_000, sha256: '0'.repeat(64) },
    },
    telemetry_interval_s: 900,
    tls_ca: null,
    insecure: false,
    ...changes,
  };
}

describe('installScript', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'kenny-script-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs the script with everything it calls replaced by something that only takes notes. */
  function run(script: string): string {
    const stubs = `
      id() { echo 0; }
      mkdir() { :; }
      mktemp() { echo ${folder}; }
      rm() { :; }
      fetch() { printf '%s\\n' "$1" >${folder}/fetched; }
      sum_of() { echo ${'0'.repeat(64)}; }
      tar() { :; }
      sh() { for word; do printf '%s\\n' "$word"; done >${folder}/started; }
      main "$@"`;
    const text = script.replace(/\nmain "\$@"\n$/, stubs);
    execFileSync('/bin/sh', ['-s'], { input: text, cwd: folder });
    return readFileSync(join(folder, 'started'), 'utf8');
  }

  it('hands every value on as it is, whatever it holds', () => {
    const started = run(
      installScript(
        facts({ server_url: NASTY, server_public_key: NASTY, token: NASTY, tls_ca: NASTY }),
      ),
    );
    expect(started).toBe(
      [
        `${folder}/kenny-agent-0.1.0-linux-x64/install.sh`,
        ...['--server', NASTY, '--agent-id', 'pc1', '--server-pubkey', NASTY],
        ...['--tls-ca', `${folder}/ca.pem`, '--enroll-token-file', `${folder}/token`, ''],
      ].join('\n'),
    );
    expect(readFileSync(join(folder, 'token'), 'utf8')).toBe(NASTY);
    expect(readFileSync(join(folder, 'ca.pem'), 'utf8')).toBe(NASTY);
    expect(() => readFileSync(join(folder, 'owned'))).toThrow(/ENOENT/);
  });

  it('says --insecure only where somebody asked for plain text', () => {
    expect(run(installScript(facts({ insecure: true })))).toMatch(/\n--insecure\n$/);
    expect(installScript(facts())).not.toContain('--insecure');
    expect(installScript(facts())).not.toContain('interval');
    const script = installScript(facts({ telemetry_interval_s: 60 }));
    expect(script).toContain('--telemetry-interval-secs 60 ');
  });

  it('does nothing when only a part of it arrives', () => {
    const script = installScript(facts());
    for (const share of [0.3, 0.6, 0.9, 0.99]) {
      const part = script.slice(0, Math.floor(script.length * share));
      try {
        execFileSync('/bin/sh', ['-s'], { input: part, cwd: folder, stdio: 'pipe' });
      } catch {
        continue; // half a function is a fault of syntax
      }
      expect(() => readFileSync(join(folder, 'started'))).toThrow(/ENOENT/);
    }
  });
});

describe('installCommand', () => {
  it('pins a certificate that no PC knows, and no other', async () => {
    expect(installCommand('https://k/d/x/install.sh', null)).toBe(
      "curl -fsSL 'https://k/d/x/install.sh' | sudo sh",
    );
    const { cert } = await generate([{ name: 'commonName', value: 'k' }], { keySize: 2048 });
    const pin = execFileSync(
      'sh',
      [
        '-c',
        'openssl x509 -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64',
      ],
      { input: cert, encoding: 'utf8' },
    ).trim();
    expect(installCommand('https://k/d/x/install.sh', cert)).toBe(
      `curl -fsSLk --pinnedpubkey 'sha256//${pin}' 'https://k/d/x/install.sh' | sudo sh`,
    );
  });
});
