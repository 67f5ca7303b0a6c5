import 'reflect-metadata';

/** Where the fields of a shape travel; bodies are not marked. */
export type Where = 'path' | 'query';

const WHERE = 'kenny:where';

/** Marks a shape of path or query fields for the API document. */
export function In(where: Where): ClassDecorator {
  return (shape) => Reflect.defineMetadata(WHERE, where, shape);
}

export function whereOf(shape: object): Where | undefined {
  return Reflect.getMetadata(WHERE, shape) as Where | undefined;
}
