import { ERRORS, httpStatusOf, isErrorCode, type ErrorBody } from '@kenny/contract';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: Schema;
}

export interface ApiOperation {
  readonly operationId: string;
  readonly 'x-kenny-access': 'open' | 'viewer' | 'operator' | 'admin';
  readonly security: readonly Record<string, unknown>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
  readonly responses: Readonly<Record<string, ApiResponse>>;
}

export interface ApiResponse {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export type Schema = Readonly<Record<string, unknown>>;

export interface ApiDocument {
  readonly openapi: string;
  readonly tags: readonly { name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, ApiResponse>>;
  };
}

export interface JudgedAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly text: string;
}

/** Every status of the table of errors. */
const ERROR_STATUSES = new Set([...Object.values(ERRORS).map(({ http }) => http), 502]);
const STACK = /\n\s+at \S|node_modules|\/(apps|libs)\/\w+\/(src|dist)\/|file:\/\//;
const KEY = 'document';

/**
 * Holds answers against the server's own API document, with every object closed: what is answered
 * and not documented is a fault as well.
 */
export class ApiJudge {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: false });
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(readonly document: ApiDocument) {
    this.ajv.addSchema({ $id: KEY, components: closed(document.components) as object });
  }

  operation(method: string, path: string): ApiOperation | undefined {
    const [plain = ''] = path.split('?');
    const entry = Object.entries(this.document.paths).find(([template]) => fits(template, plain));
    return entry?.[1][method.toLowerCase() === 'head' ? 'get' : method.toLowerCase()];
  }

  /** What is wrong with the answer; undefined when nothing is. */
  fault(method: string, path: string, answer: JudgedAnswer): string | undefined {
    const { status, text } = answer;
    if (status === 500) return `500: ${text}`;
    if (STACK.test(text) && !path.startsWith('/api/docs')) return `a stack or a path: ${text}`;
    const documented = this.operation(method, path)?.responses[String(status)];
    if (documented) return this.faultIn(documented, method, answer);
    if (!ERROR_STATUSES.has(status)) return `status ${status} is neither documented nor an error's`;
    return method === 'HEAD' ? undefined : this.errorFault(answer);
  }

  private faultIn(
    { content }: ApiResponse,
    method: string,
    { contentType = '', text }: JudgedAnswer,
  ): string | undefined {
    if (method === 'HEAD') return text === '' ? undefined : `HEAD with a body: ${text}`;
    if (!content) return text === '' ? undefined : `should have no body: ${text}`;
    const [type = ''] = contentType.split(';');
    const schema = content[type]?.schema;
    if (!schema) return `content type ${contentType} is not documented`;
    return type === 'application/json' ? this.mismatch(schema, JSON.parse(text)) : undefined;
  }

  private errorFault(answer: JudgedAnswer): string | undefined {
    const { status, text } = answer;
    const fault = this.faultIn(this.document.components.responses['Error'] ?? {}, 'GET', answer);
    if (fault) return fault;
    const { error } = JSON.parse(text) as ErrorBody;
    if (!isErrorCode(error.code)) return `unknown code ${String(error.code)}`;
    const expected = [httpStatusOf(error.code), httpStatusOf(error.code, true)];
    return expected.includes(status) ? undefined : `${error.code} with status ${status}`;
  }

  private mismatch(schema: Schema, value: unknown): string | undefined {
    const name = JSON.stringify(schema);
    const validate =
      this.compiled.get(name) ??
      this.ajv.compile(JSON.parse(name.replaceAll('"#/', `"${KEY}#/`)) as object);
    this.compiled.set(name, validate);
    return validate(value) ? undefined : this.ajv.errorsText(validate.errors, { dataVar: '$' });
  }
}

let shared: ApiJudge | undefined;

/** One judge for all servers of a test file: their documents are the same. */
export function apiJudge(document: () => object): ApiJudge {
  return (shared ??= new ApiJudge(JSON.parse(documentOfThisRun(document)) as ApiDocument));
}

/** Making it takes a fifth of a second, in each of a hundred files. */
function documentOfThisRun(document: () => object): string {
  const folder = process.env['TEST_RUN_FOLDER'];
  if (folder === undefined) return JSON.stringify(document());
  const file = join(folder, 'api-document.json');
  if (!existsSync(file)) {
    const own = `${file}-${process.pid}`;
    writeFileSync(own, JSON.stringify(document()));
    renameSync(own, file);
  }
  return readFileSync(file, 'utf8');
}

function fits(template: string, path: string): boolean {
  const pattern = template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}/?$`, 'i').test(path);
}

/** Objects with listed properties take no others. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isShape = copy['type'] === 'object' && typeof copy['properties'] === 'object';
  return isShape && copy['additionalProperties'] === undefined
    ? { ...copy, additionalProperties: false }
    : copy;
}
