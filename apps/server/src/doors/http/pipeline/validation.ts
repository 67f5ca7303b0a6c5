import {
  checkWith,
  describeIssues,
  patternInWords,
  REQUEST_BODIES,
  type Issue,
} from '@kenny/contract';
import { httpValidators } from '@kenny/contract/http-validators';
import {
  Injectable,
  ValidationPipe,
  type ArgumentMetadata,
  type PipeTransform,
  type ValidationError,
} from '@nestjs/common';
import * as transformer from 'class-transformer';
import * as validator from 'class-validator';
import { KennyError } from '../../../kernel/index.js';

/** Issues repeat the client's input, so they are cut. */
const MOST_ISSUES = 20;
const LONGEST_PATH = 128;
const LONGEST_MESSAGE = 300;
const MOST_PATHS = 1_000;

const BODY_NAMES = new Map<unknown, string>(
  Object.entries(REQUEST_BODIES).map(([name, shape]) => [shape, name]),
);

/**
 * Validates bodies, paths and queries by the contract's shapes; unknown keys are refused. Bodies go
 * through the generated validators: class-transformer walks over every value, described or not, and
 * 90,000 keys in a call's arguments would block the server for seconds.
 */
@Injectable()
export class ContractPipe implements PipeTransform {
  /** Path fields already found valid, by text and class. */
  private readonly paths = new Map<string, ReadonlyMap<unknown, unknown>>();
  private readonly fields = new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    // Passed in, because a bundler cannot follow the way Nest loads them (ADR 0035).
    validatorPackage: validator,
    transformerPackage: transformer,
    exceptionFactory: (errors) => invalid(errors.flatMap(issuesOf)),
  });

  /** @throws KennyError `validation` with all invalid fields; for a body, the first */
  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    if (metadata.type === 'body') return judgedBody(value, metadata.metatype);
    return metadata.type === 'param'
      ? this.judgedPath(value, metadata)
      : this.fields.transform(value, metadata);
  }

  /** Cached: the same few paths recur, and class-validator takes longer than the rest of a read. */
  private async judgedPath(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const key = JSON.stringify(value);
    const known = this.paths.get(key)?.get(metadata.metatype);
    if (known !== undefined) return known;
    const judged: unknown = Object.freeze(await this.fields.transform(value, metadata));
    if (this.paths.size >= MOST_PATHS) this.paths.clear();
    this.paths.set(key, new Map(this.paths.get(key)).set(metadata.metatype, judged));
    return judged;
  }
}

/**
 * The body, or `{}` for a request without one.
 * @throws KennyError `validation` with the first invalid field
 */
export function judgedBody<T>(given: unknown, shape: (new () => T) | undefined): T;
export function judgedBody(given: unknown, shape: unknown): unknown {
  const value = given ?? {};
  const name = BODY_NAMES.get(shape);
  if (name === undefined) throw new Error('a body whose shape is not among REQUEST_BODIES');
  const issues = checkWith(httpValidators, `http:${name}`, value);
  if (issues.length > 0) throw invalid(issues);
  return value;
}

function issuesOf({ property, constraints }: ValidationError): Issue[] {
  return Object.values(constraints ?? {}).map((message) => ({
    path: property,
    message: patternInWords(message),
  }));
}

function invalid(issues: readonly Issue[]): KennyError {
  const shown = issues.slice(0, MOST_ISSUES).map(({ path, message }) => ({
    path: path.slice(0, LONGEST_PATH),
    message: message.slice(0, LONGEST_MESSAGE),
  }));
  return new KennyError('validation', describeIssues(shown).slice(0, 1000), { issues: shown });
}
