import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A folder in which git has cloned something, and where that comes from. */
export class ACheckout {
  readonly origin: string;

  private constructor(
    folder: string,
    readonly here: string,
  ) {
    this.origin = join(folder, 'origin');
    mkdirSync(this.origin, { recursive: true });
  }

  /** @param here - where it is cloned to */
  static make(folder: string, here = join(folder, 'here')): ACheckout {
    const made = new ACheckout(folder, here);
    made.inOrigin('init', '--quiet', '--initial-branch=main');
    made.publish('1.0.0');
    made.inOrigin('clone', '--quiet', made.origin, here);
    return made;
  }

  /** @param version - as its package.json says; that may be anything */
  publish(version: unknown, file?: string): void {
    this.write(this.origin, version);
    if (file !== undefined) writeFileSync(join(this.origin, file), '');
    this.inOrigin('add', '--all');
    const when = { GIT_COMMITTER_DATE: '2026-11-30T08:00:00Z' };
    this.git(this.origin, ['commit', '--quiet', '--allow-empty', '--message', 'newer'], when);
  }

  /** By hand, where it was cloned to. */
  change(): void {
    this.write(this.here, 'mine');
  }

  inHere(...args: string[]): void {
    this.git(this.here, args);
  }

  get commit(): string {
    return this.git(this.here, ['rev-parse', 'HEAD']);
  }

  private inOrigin(...args: string[]): void {
    this.git(this.origin, args);
  }

  private write(folder: string, version: unknown): void {
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ version })}\n`);
  }

  private git(cwd: string, args: string[], env: Record<string, string> = {}): string {
    const who = ['-c', 'user.name=Anna', '-c', 'user.email=anna@kenny.example'];
    const options = { cwd, encoding: 'utf8', env: { ...process.env, ...env } } as const;
    const { status, stdout, stderr } = spawnSync('git', [...who, ...args], options);
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    return stdout.trim();
  }
}
