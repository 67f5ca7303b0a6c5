import { Reflector } from '@nestjs/core';
import { ruleOf, type AccessRule } from './access.js';
import { answersOf, type DocumentedAnswer } from './answers.js';
import { CONTROLLERS } from './controllers.js';
import { whereOf, type Where } from './dto/where.js';
import { isFileRoute } from './takes-file.js';

/** What stands above and in the head of one route. */
export interface RouteFacts {
  readonly access: AccessRule;
  readonly answers: readonly DocumentedAnswer[];
  /** The body is a file, not JSON. */
  readonly file: boolean;
  /** Shapes whose fields travel in the path or the query. */
  readonly fields: readonly { readonly where: Where; readonly shape: string }[];
}

/** By Swagger's operation id, `<Controller>_<method>`. */
export const ROUTES: ReadonlyMap<string, RouteFacts> = new Map(CONTROLLERS.flatMap(routesOf));

type ControllerClass = (typeof CONTROLLERS)[number];

function routesOf(controller: ControllerClass): [string, RouteFacts][] {
  const prototype = controller.prototype as object;
  return Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(
    ([name, { value }]: [string, PropertyDescriptor]): [string, RouteFacts][] => {
      if (name === 'constructor' || typeof value !== 'function') return [];
      const handler = value as () => unknown;
      const access = ruleOf(new Reflector(), handler, controller);
      if (!access) return [];
      const fields = fieldShapes(prototype, name);
      const answers = answersOf(handler);
      const file = isFileRoute(handler);
      return [[`${controller.name}_${name}`, { access, answers, fields, file }]];
    },
  );
}

function fieldShapes(prototype: object, name: string): RouteFacts['fields'] {
  const types: unknown = Reflect.getMetadata('design:paramtypes', prototype, name);
  if (!Array.isArray(types)) return [];
  return types.flatMap((type: unknown) => {
    if (typeof type !== 'function') return [];
    const where = whereOf(type);
    return where ? [{ where, shape: type.name }] : [];
  });
}
