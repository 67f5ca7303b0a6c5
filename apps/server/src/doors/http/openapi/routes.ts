import { REQUEST_BODIES } from '@kenny/contract';
import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { Reflector, type ModulesContainer } from '@nestjs/core';
import { mustHaveRule, type AccessRule } from '../../admission/access.js';
import { isFileRoute } from '../pipeline/takes-file.js';
import { answersOf, type DocumentedAnswer } from './answers.js';
import { whereOf, type Where } from './where.js';

/** One route, as its decorators and parameters describe it. */
export interface Route {
  /** As OpenAPI writes it: `/api/agents/{id}`. */
  readonly path: string;
  /** In lower case. */
  readonly method: string;
  readonly controller: string;
  readonly name: string;
  readonly access: AccessRule;
  readonly answers: readonly DocumentedAnswer[];
  /** The body is a file, not JSON. */
  readonly file: boolean;
  /** The shape of a JSON body. */
  readonly body: string | undefined;
  /** Shapes whose fields travel in the path or the query. */
  readonly fields: readonly { readonly where: Where; readonly shape: string }[];
}

type Handler = () => unknown;

const BODIES = new Set<unknown>(Object.values(REQUEST_BODIES));

/** Every route of the application, in the order of its controllers. */
export function routesOf(modules: ModulesContainer): Route[] {
  return [...modules.values()]
    .flatMap(({ controllers }) => [...controllers.values()])
    .flatMap(({ metatype }) => (typeof metatype === 'function' ? [metatype as Type<object>] : []))
    .flatMap(routesOfController);
}

function routesOfController(controller: Type<object>): Route[] {
  const methods = Object.getOwnPropertyDescriptors(controller.prototype as object);
  return Object.entries(methods).flatMap(([name, { value }]: [string, PropertyDescriptor]) => {
    if (typeof value !== 'function') return [];
    const handler = value as Handler;
    const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    // A route for all methods is MCP's, which describes itself to its own clients.
    if (method === undefined || method === RequestMethod.ALL) return [];
    const shapes = parameterTypes(controller, name);
    return {
      path: pathOf(controller, handler),
      method: RequestMethod[method].toLowerCase(),
      controller: controller.name,
      name,
      access: mustHaveRule(new Reflector(), handler, controller),
      answers: answersOf(handler),
      file: isFileRoute(handler),
      body: shapes.find((shape) => BODIES.has(shape))?.name,
      fields: shapes.flatMap((shape) => {
        const where = whereOf(shape);
        return where ? [{ where, shape: shape.name }] : [];
      }),
    };
  });
}

function pathOf(...targets: [Type<object>, Handler]): string {
  const parts = targets.map((target) => String(Reflect.getMetadata(PATH_METADATA, target)));
  const names = parts.flatMap((part) => part.split('/')).filter((name) => name !== '');
  return `/${names.join('/')}`.replace(/:(\w+)/g, '{$1}');
}

function parameterTypes(controller: Type<object>, name: string): Type<object>[] {
  const prototype = controller.prototype as object;
  const types: unknown = Reflect.getMetadata('design:paramtypes', prototype, name);
  if (!Array.isArray(types)) return [];
  return types.filter((type): type is Type<object> => typeof type === 'function');
}
