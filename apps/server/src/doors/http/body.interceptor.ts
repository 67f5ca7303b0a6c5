import { CAPS } from '@kenny/contract';
import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { KennyError } from '../../errors/index.js';
import { accessOf, type Audience } from './access.js';
import { judgeJson } from './judge-json.js';
import { judgeQuery } from './judge-query.js';
import { readBytes, tooLarge } from './read-bytes.js';

const JSON_TYPE = /^application\/json[ \t]*(;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?$/i;

/**
 * Takes a request's query and body in, after the guard: nobody who has not shown who they are can
 * make the server read and judge a large body.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (context.getType() === 'http') {
      const request = context.switchToHttp().getRequest<Request>();
      judgeQuery(request.query);
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        const { audience } = accessOf(this.reflector, context);
        request.body = await readJson(request, limitOf(audience), audience === 'mcp');
      }
    }
    return next.handle();
  }
}

function limitOf(audience: Audience): number {
  return audience === 'open' ? CAPS.preAuthBytes : CAPS.httpBodyBytes;
}

/** @param lists - JSON-RPC may post several messages at once */
async function readJson(
  request: Request,
  limit: number,
  lists: boolean,
): Promise<object | undefined> {
  const { headers } = request;
  const length = Number(headers['content-length'] ?? 0);
  if (headers['transfer-encoding'] === undefined && length === 0) return undefined;
  // A form of a foreign page cannot send JSON without asking first.
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) {
    throw new KennyError('validation', 'Send the body as application/json in UTF-8.');
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new KennyError('validation', 'Send the body as it is, without Content-Encoding.');
  }
  if (length > limit) throw tooLarge(limit);
  return judgeJson(await readBytes(request, limit), lists);
}
