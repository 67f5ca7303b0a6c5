import 'reflect-metadata';

/** Where the fields of a shape travel; bodies need no mention. */
export type Where = 'path' | 'query';

const WHERE = 'kenny:where';

/** Stands above a shape of path or query fields, so that the API document can list them. */
export function In(where: Where): ClassDecorator {
  return (shape) => Reflect.defineMetadata(WHERE, where, shape);
}

export function whereOf(shape: object): Where | undefined {
  return Reflect.getMetadata(WHERE, shape) as Where | undefined;
}
