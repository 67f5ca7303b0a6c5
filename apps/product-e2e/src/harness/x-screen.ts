import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { installPackages } from '@kenny/testing';
import type { World } from './world.js';

/** The screen, and one package that draws on it, takes pictures of it and judges them. */
const PACKAGES = ['xvfb', 'imagemagick'];
const PROGRAMS = ['Xvfb', 'display', 'import', 'identify'];

/** Why no screen can be had here; undefined when one is there, or could be installed. */
export function whyNoScreen(): string | undefined {
  if (process.platform !== 'linux') return 'a screen of X11 needs Linux';
  if (screenIsThere()) return undefined;
  const problem = installPackages(...PACKAGES);
  if (problem !== undefined) return problem;
  return screenIsThere() ? undefined : 'a screen was installed and does not start';
}

function screenIsThere(): boolean {
  return PROGRAMS.every((name) => spawnSync('which', [name]).status === 0);
}

export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}

/** A screen of X11 that nobody sees, for as long as the world stands. */
export class XScreen {
  private constructor(
    /** As programs name it: `:42`. */
    readonly display: string,
  ) {}

  static async start(world: World, { width, height }: ScreenSize): Promise<XScreen> {
    const words = ['-displayfd', '1', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'];
    const server = spawn('Xvfb', words, { stdio: ['ignore', 'pipe', 'ignore'] });
    world.onClose(() => void server.kill('SIGKILL'));
    const number = await new Promise<string>((resolve, reject) => {
      server.once('error', reject);
      server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
      server.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    });
    return new XScreen(`:${number}`);
  }

  /** A window with many colours, which is there after a while. */
  draw(world: World): void {
    const words = ['-size', '800x600', '-geometry', '+0+0', 'plasma:red-blue'];
    const window = spawn('display', words, {
      env: { PATH: '/usr/bin:/bin', DISPLAY: this.display, HOME: world.folder },
      stdio: 'ignore',
    });
    world.onClose(() => void window.kill('SIGKILL'));
  }

  /** Colours that the screen shows now, seen by a program that has nothing to do with kenny. */
  colours(): number {
    const { stdout } = spawnSync(
      'import',
      ['-silent', '-window', 'root', '-format', '%k', 'info:-'],
      { encoding: 'utf8', env: { PATH: '/usr/bin:/bin', DISPLAY: this.display } },
    );
    return Number(stdout) || 0;
  }
}

export interface PictureFacts extends ScreenSize {
  readonly format: string;
  readonly colours: number;
}

/** What a picture is, as another program than ours judges it. */
export function judgePicture(world: World, base64: string): PictureFacts {
  const file = join(world.makeFolder('pictures'), 'picture');
  writeFileSync(file, Buffer.from(base64, 'base64'));
  const { stdout, stderr } = spawnSync('identify', ['-format', '%m %w %h %k', file], {
    encoding: 'utf8',
  });
  const [format = '', width, height, colours] = stdout.split(' ');
  if (format === '') throw new Error(`this is no picture: ${stderr}`);
  return { format, width: Number(width), height: Number(height), colours: Number(colours) };
}
