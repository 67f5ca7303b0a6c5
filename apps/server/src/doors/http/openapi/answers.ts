import 'reflect-metadata';

/** A class of the contract, or the content type of an answer that is not JSON. */
export type AnswerShape =
  | (new () => object)
  | 'text/html'
  | 'text/csv'
  | 'text/plain'
  | 'text/event-stream'
  | 'text/x-shellscript'
  | 'application/gzip'
  | 'application/octet-stream'
  | 'application/zip'
  | 'application/x-ndjson'
  | 'image/png';

/** One answer of a route that is not an error. */
export interface DocumentedAnswer {
  readonly status: number;
  /** Empty for an answer without a body. */
  readonly shapes: readonly AnswerShape[];
  /** One sentence for readers of the API document. */
  readonly says: string;
}

const ANSWERS = 'kenny:answers';

/**
 * Documents one answer of a route. The API document is made from it, and specs compare it with what
 * the server sends. Errors are not listed.
 */
export function Answers(
  status: number,
  shape: AnswerShape | readonly AnswerShape[] | null,
  says: string,
): MethodDecorator {
  const shapes = shape === null ? [] : Array.isArray(shape) ? shape : [shape];
  return (_prototype, _name, descriptor) => {
    const route = handlerOf(descriptor);
    // Decorators run bottom up; the document lists answers top down.
    Reflect.defineMetadata(ANSWERS, [{ status, shapes, says }, ...answersOf(route)], route);
  };
}

export function answersOf(route: object): readonly DocumentedAnswer[] {
  const known: unknown = Reflect.getOwnMetadata(ANSWERS, route);
  return Array.isArray(known) ? (known as DocumentedAnswer[]) : [];
}

function handlerOf({ value }: PropertyDescriptor): object {
  if (typeof value !== 'function') throw new Error('@Answers stands above methods');
  return value as object;
}
