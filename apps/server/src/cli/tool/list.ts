import { API_PATHS, EXIT_CODES, type CatalogToolView, type ExitCode } from '@kenny/contract/client';
import type { Invocation } from '../invocation.js';
import { look, type Shown } from '../output/shown.js';
import { table } from '../output/table.js';

export async function listTools(call: Invocation): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('GET', API_PATHS.catalog);
  await call.present(client, 'CatalogView', answer, ({ tools }) =>
    toolLines(tools, call.screen.width),
  );
  return EXIT_CODES.ok;
}

function toolLines(tools: readonly CatalogToolView[], width: number | undefined): Shown[] {
  const rows = tools.map(({ name, effect, risk, args, description }) => [
    name,
    effect === 'change' ? look(`change, ${risk}`, 'yellow') : 'read',
    argNames(args),
    description,
  ]);
  return table(['tool', 'effect', 'arguments', 'what it does'], rows, width);
}

/** `path, encoding?` as the schema has them. */
function argNames({ properties, required }: Record<string, unknown>): string | null {
  const names = Object.keys(properties ?? {});
  const needed = Array.isArray(required) ? required : [];
  if (names.length === 0) return null;
  return names.map((name) => (needed.includes(name) ? name : `${name}?`)).join(', ');
}
