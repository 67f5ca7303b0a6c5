import { patternInWords } from './pattern-words.js';

/** One thing wrong with a value: where (dotted, `$` for the whole) and what. */
export interface Issue {
  path: string;
  message: string;
}

interface RawError {
  instancePath: string;
  message?: string;
  params: Record<string, unknown>;
}

type Validator = ((value: unknown) => boolean) & { errors?: RawError[] | null };
/** What `npm run gen` writes: a name such as `frame:register` → its compiled validator. */
export type Validators = Readonly<Record<string, Validator | undefined>>;

/** `check` with another table of validators (the HTTP shapes live apart from the agent's bundle). */
export function checkWith(validators: Validators, name: string, value: unknown): Issue[] {
  const validate = validators[name];
  if (!validate) throw new Error(`no validator named ${name}`);
  if (validate(value)) return [];
  return (validate.errors ?? []).slice(0, 5).map(toIssue);
}

function toIssue(error: RawError): Issue {
  const path = error.instancePath.slice(1).replaceAll('/', '.') || '$';
  const extra = error.params['additionalProperty'];
  if (typeof extra === 'string')
    return { path, message: `unknown key ${JSON.stringify(extra.slice(0, 64))}` };
  const allowed = error.params['allowedValues'];
  if (Array.isArray(allowed)) return { path, message: `must be one of ${allowed.join(', ')}` };
  return { path, message: patternInWords(error.message ?? 'is not valid') };
}

export function describeIssues(issues: readonly Issue[]): string {
  return issues
    .map(({ path, message }) => (path === '$' ? message : `${path}: ${message}`))
    .join('; ');
}
