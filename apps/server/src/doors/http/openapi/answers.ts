import 'reflect-metadata';

/** A class of the contract, or the content type of an answer that is no JSON. */
export type AnswerShape =
  | (new () => object)
  | 'text/html'
  | 'text/csv'
  | 'text/event-stream'
  | 'text/x-shellscript'
  | 'application/gzip'
  | 'application/octet-stream'
  | 'application/zip'
  | 'application/x-ndjson'
  | 'image/png';

/** What a route may answer besides an error. */
export interface DocumentedAnswer {
  readonly status: number;
  /** Empty for an answer without a body. */
  readonly shapes: readonly AnswerShape[];
  /** One sentence for who reads the API document. */
  readonly says: string;
}

const ANSWERS = 'kenny:answers';

/**
 * Stands above every route: the status and the shape of one answer. The API document is made from
 * it, and specs hold what the server really sends against that. Errors need no mention.
 */
export function Answers(
  status: number,
  shape: AnswerShape | readonly AnswerShape[] | null,
  says: string,
): MethodDecorator {
  const shapes = shape === null ? [] : Array.isArray(shape) ? shape : [shape];
  return (_prototype, _name, descriptor) => {
    const route = handlerOf(descriptor);
    // Decorators run from the bottom up; the document lists from the top down.
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
