import { spawn } from 'node:child_process';

/** Set by `--tailscale` itself; another way to be reached would contradict it. */
const OWN = ['KENNY_PUBLIC_URL', 'KENNY_TRUST_PROXY', 'KENNY_TLS_CERT', 'KENNY_TLS_KEY'];
const AGAIN = 'Then run the same command again:\n\n    npm start -- --tailscale\n';

/** What keeps `--tailscale` from working, in words, with the line to type. */
export class TailscaleTrouble extends Error {}

const trouble = (words, ...lines) =>
  new TailscaleTrouble(
    [words, ...lines.map((line) => `    ${line}`), AGAIN].filter(Boolean).join('\n\n'),
  );

/**
 * Has Tailscale lead its name for this computer to kenny, for devices of the same tailnet only.
 * Resolves with the variables that the server then needs.
 * @throws TailscaleTrouble
 */
export async function shareByTailscale(env = process.env) {
  const taken = OWN.filter((name) => env[name]);
  if (taken.length > 0) {
    throw new TailscaleTrouble(
      `With --tailscale kenny sets its address itself: leave out ${taken.join(', ')}.\n`,
    );
  }
  const port = env.KENNY_PORT || '8000';
  const name = nameOf(await status(env));
  const address = `http://127.0.0.1:${port}`;
  if (!isShared(await serveConfig(env), name, address)) await serve(env, port);
  return { KENNY_PUBLIC_URL: `https://${name}`, KENNY_TRUST_PROXY: '127.0.0.1' };
}

async function status(env) {
  const { code, stdout, stderr } = await tailscale(env, ['status', '--json']);
  if (code !== 0) {
    throw trouble(`Tailscale does not run: ${stderr.trim()}`, 'sudo systemctl start tailscaled');
  }
  return JSON.parse(stdout);
}

function nameOf({ BackendState: state, Self: self, CertDomains: certified }) {
  if (state === 'NeedsMachineAuth') {
    throw trouble(
      'Tailscale waits until this computer is approved: open https://login.tailscale.com/admin/machines',
    );
  }
  if (state !== 'Running') {
    throw trouble('Tailscale is not logged in, or is off, on this computer.', 'sudo tailscale up');
  }
  const name = self?.DNSName?.replace(/\.$/, '');
  if (!name || !certified?.includes(name)) {
    throw trouble(
      'Tailscale gives this computer no name with a certificate yet. Turn on MagicDNS and HTTPS ' +
        'Certificates at https://login.tailscale.com/admin/dns',
    );
  }
  return name;
}

async function serveConfig(env) {
  const { code, stdout, stderr } = await tailscale(env, ['serve', 'status', '--json']);
  if (code !== 0) throw trouble(`Tailscale does not say what it shares: ${stderr.trim()}`);
  return JSON.parse(stdout) ?? {};
}

/** Whether Tailscale leads there already, and nothing else is there or gets in. */
function isShared({ TCP: ports, Web: web, AllowFunnel: funnel }, name, address) {
  const place = `${name}:443`;
  if (funnel?.[place]) {
    throw trouble(
      `Tailscale Funnel shows https://${name} to the whole internet. kenny is for your own ` +
        'devices; to turn it off:',
      'sudo tailscale funnel --https=443 off',
    );
  }
  const handlers = Object.entries(web?.[place]?.Handlers ?? {});
  // Whatever else has this name could act in a browser as kenny's own pages.
  const isOurs = ([path, { Proxy: to }]) => path === '/' && to === address;
  if (!handlers.every(isOurs) || ports?.['443']?.TCPForward) {
    throw trouble(
      `Tailscale shares something else as https://${name} already. To end that:`,
      'sudo tailscale serve --https=443 off',
    );
  }
  return handlers.length > 0;
}

async function serve(env, port) {
  const args = ['serve', '--bg', port];
  // It may print an address to open, and wait until that is done.
  const { code, stdout, stderr } = await tailscale(env, args, { shown: true });
  if (code === 0) return;
  const line = `sudo tailscale ${args.join(' ')}`;
  if (/access denied/i.test(stdout + stderr)) {
    throw trouble('Tailscale lets only an administrator share something. Once, type:', line);
  }
  throw trouble('Tailscale did not share kenny; it says why above. To try it alone:', line);
}

function tailscale(env, args, { shown = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn('tailscale', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) {
      child[stream].setEncoding('utf8').on('data', (text) => {
        said[stream] += text;
        if (shown) process.stderr.write(text);
      });
    }
    child.on('error', (error) => {
      if (error.code !== 'ENOENT') return reject(error);
      const words = 'Tailscale is not installed on this computer. Install it, and log in:';
      reject(
        trouble(words, 'curl -fsSL https://tailscale.com/install.sh | sh', 'sudo tailscale up'),
      );
    });
    child.on('close', (code) => resolve({ code, ...said }));
  });
}
