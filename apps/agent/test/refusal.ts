import { ToolFailure } from '../src/errors/tool-failure.js';

/** The code and the words with which a tool refused. @throws Error when it did not */
export async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ToolFailure)) throw new Error(`no refusal: ${String(error)}`);
  return `${error.code}: ${error.message}`;
}
