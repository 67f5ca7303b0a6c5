import { ErrorBody, FILE_TYPE } from '@kenny/contract';
import type { AccessRule } from '../../admission/access.js';
import type { AnswerShape, DocumentedAnswer } from './answers.js';
import type { Route } from './routes.js';
import { refTo, type Schema, type Schemas } from './schemas.js';

/** One operation of an OpenAPI document. */
export interface Operation {
  readonly tags: readonly string[];
  readonly [key: string]: unknown;
}

/** The answer of every route for every error. */
export const ERROR_ANSWER = {
  description: 'What is wrong and what to do next; the code is one of the table of errors.',
  content: contentOf(ErrorBody),
};

export function describeOperation(
  { controller, name, access, answers, body, fields, file }: Route,
  schemas: Schemas,
): Operation {
  const bodyContent = file ? contentOf(FILE_TYPE) : body === undefined ? null : jsonContent(body);
  const error = { $ref: '#/components/responses/Error' };
  return {
    operationId: `${controller}_${name}`,
    tags: [controller.replace(/Controller$/, '')],
    summary: answers[0]?.says ?? '',
    'x-kenny-access': access.audience,
    security: securityOf(access),
    parameters: fields.flatMap(({ where, shape }) => parametersOf(where, schemas[shape])),
    ...(bodyContent ? { requestBody: { required: true, content: bodyContent } } : {}),
    responses: {
      ...Object.fromEntries(answers.map((answer) => [String(answer.status), answerOf(answer)])),
      '4XX': error,
      '5XX': error,
    },
  };
}

function securityOf({ audience, proof }: AccessRule): Record<string, string[]>[] {
  if (proof) return [{ [proof]: [] }];
  return audience === 'open' ? [] : [{ bearer: [] }, { session: [] }];
}

function parametersOf(where: 'path' | 'query', schema: Schema | undefined): object[] {
  const required: unknown = schema?.['required'];
  const names = Array.isArray(required) ? (required as unknown[]) : [];
  return Object.entries(schema?.['properties'] ?? {}).map(
    ([name, property]: [string, unknown]) => ({
      name,
      in: where,
      required: where === 'path' || names.includes(name),
      schema: property,
    }),
  );
}

function answerOf({ says, shapes }: DocumentedAnswer): object {
  if (shapes.length === 0) return { description: says };
  return { description: says, content: Object.assign({}, ...shapes.map(contentOf)) as object };
}

function contentOf(shape: AnswerShape): Record<string, object> {
  return typeof shape === 'string'
    ? { [shape]: { schema: { type: 'string' } } }
    : jsonContent(shape.name);
}

function jsonContent(shape: string): Record<string, object> {
  return { 'application/json': { schema: refTo(shape) } };
}
