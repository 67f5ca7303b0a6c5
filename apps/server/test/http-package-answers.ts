import { API_PATHS } from '@kenny/contract';
import { PACKAGING_FOLDER, type PackagingFolder } from '../src/distribution/index.js';
import { APackager } from './a-packager.js';
import type { AServer } from './a-server.js';

/** A package that is built while it is asked for; there is one of before. */
export async function packageAnswers(server: AServer): Promise<Record<string, unknown>> {
  const packager = await APackager.install(server.app.get<PackagingFolder>(PACKAGING_FOLDER));
  const next = packager.next();
  const { body } = await server.http('POST', API_PATHS.serverPackage('linux'));
  const run = await next;
  const list = (await server.http('GET', API_PATHS.serverPackages)).body;
  run.end(1);
  packager.close();
  return { package_view: body, package_list: list };
}
