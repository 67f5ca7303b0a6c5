import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { thirdPartyLicences } from './licences.mjs';
import { tar } from './tar.mjs';

interface Entry {
  name: string;
  mode: number;
  content: Buffer;
}
const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the archive', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'kenny-tar-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const entries: Entry[] = [
    { name: 'a/run', mode: 0o755, content: Buffer.from('#!/bin/sh\n') },
    { name: 'a/empty', mode: 0o644, content: Buffer.alloc(0) },
    { name: 'a/block', mode: 0o644, content: Buffer.alloc(512, 1) },
    { name: 'a/more', mode: 0o600, content: Buffer.alloc(1_000_001, 2) },
  ];

  it('comes out of tar as it went in', () => {
    writeFileSync(join(folder, 'x.tar'), tar(entries));
    execFileSync('tar', ['-xf', 'x.tar'], { cwd: folder });
    for (const { name, mode, content } of entries) {
      expect(readFileSync(join(folder, name)).equals(content)).toBe(true);
      expect(statSync(join(folder, name)).mode & 0o777).toBe(mode);
    }
  });

  it('is the same for the same files in whatever order', () => {
    expect(tar([...entries].reverse()).equals(tar(entries))).toBe(true);
  });
});

describe('the licences', () => {
  const inputs = (...files: string[]) => ({
    inputs: Object.fromEntries(files.map((file) => [file, {}])),
  });

  it('are those of what went in, each once, and of nothing of ours', () => {
    const text = thirdPartyLicences(
      inputs(
        ...['node_modules/ws/lib/sender.js', 'node_modules/ws/lib/receiver.js'],
        ...['node_modules/@noble/ed25519/index.js', 'node_modules/@kenny/contract/dist/agent.js'],
        'apps/agent/dist/main.js',
      ),
      root,
    );
    const titles = [...text.matchAll(/^=+\n(\S+) \S+: (\S+)\n=+$/gm)].map((title) => title[1]);
    expect(titles).toEqual(['@noble/ed25519', 'ws']);
    expect(text).toContain('Permission is hereby granted, free of charge');
  });
});
