import {
  releaseManifestUrl,
  wireArch,
  type Os,
  type ReleaseFacts,
  type ReleaseManifest,
} from '@kenny/contract/agent';
import { agentSignatures, newSeed, signRelease } from '@kenny/handshake/agent';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { arch } from 'node:os';

const signer = agentSignatures.createSigner(newSeed());

/** The public half of the key that signs the releases of these tests. */
export const RELEASE_KEY = signer.publicKey;

/** A program that says what it is, as the agent does. */
export function aProgram(version: string, os: Os, rest = ''): Buffer {
  const said = { name: 'kenny-agent', version, os, arch: arch() };
  return Buffer.from(`#!/bin/sh\n${rest}\necho '${JSON.stringify(said)}'\n`);
}

export function factsOf(program: Buffer, version: string, os: Os): ReleaseFacts {
  const sha256 = createHash('sha256').update(program).digest('hex');
  return { version, os, arch: wireArch(arch()), size: program.length, sha256 };
}

export const signed = (facts: ReleaseFacts): ReleaseManifest => signRelease(facts, signer);

/** A web server of files and redirects on this machine. */
export class ReleaseServer {
  readonly files = new Map<string, Buffer | string>();
  readonly redirects = new Map<string, string>();
  readonly asked: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ReleaseServer> {
    const handlers: RequestListener[] = [];
    const server = createServer((request, response) => handlers[0]?.(request, response));
    const releases = new ReleaseServer(server);
    handlers.push((request, response) => {
      const path = request.url ?? '';
      releases.asked.push(path);
      const location = releases.redirects.get(path);
      const file = releases.files.get(path);
      if (location !== undefined) response.writeHead(302, { location }).end();
      else if (file === undefined) response.writeHead(404).end();
      else response.end(file);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return releases;
  }

  get host(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('it does not listen');
    return `127.0.0.1:${address.port}`;
  }

  url(path: string): string {
    return `http://${this.host}${path}`;
  }

  /** Puts a release there, with whatever manifest. @returns its address */
  publish(path: string, program: Buffer, manifest: object): string {
    const url = this.url(path);
    this.files.set(path, program);
    this.files.set(new URL(releaseManifestUrl(url)).pathname, JSON.stringify(manifest));
    return url;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
