import {
  checkWith,
  describeIssues,
  httpValidators,
  patternInWords,
  REQUEST_BODIES,
  type Issue,
} from '@kenny/contract';
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

/** A client's own words come back in these, so they are cut. */
const MOST_ISSUES = 20;
const LONGEST_PATH = 128;
const LONGEST_MESSAGE = 300;
const MOST_PATHS = 1_000;

const BODY_NAMES = new Map<unknown, string>(
  Object.entries(REQUEST_BODIES).map(([name, shape]) => [shape, name]),
);

/**
 * The one pipe: shapes from the contract, unknown keys refused. Bodies are judged by the generated
 * validators, because class-transformer walks over everything inside, whether somebody described it
 * or not: 90,000 keys in the arguments of a call would hold up the server for seconds. Fields of
 * paths and queries are few and short; for them class-validator it is.
 */
@Injectable()
export class ContractPipe implements PipeTransform {
  /** Fields of paths that were found good, by their text and what they had to be. */
  private readonly paths = new Map<string, ReadonlyMap<unknown, unknown>>();
  private readonly fields = new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    // Named here: else Nest loads them by itself, in a way that a bundle does not follow (ADR 0035).
    validatorPackage: validator,
    transformerPackage: transformer,
    exceptionFactory: (errors) => invalid(errors.flatMap(issuesOf)),
  });

  /** @throws KennyError `validation` with every field that is wrong, of a body the first one */
  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    if (metadata.type === 'body') return judgedBody(value, metadata.metatype);
    return metadata.type === 'param'
      ? this.judgedPath(value, metadata)
      : this.fields.transform(value, metadata);
  }

  /** The same few paths come again and again; class-validator takes longer than the rest of a read. */
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
 * The body, when it has the shape of that class; a request without one has an empty one.
 * @throws KennyError `validation` with the first field that is wrong
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
