import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { accessOf } from '../../admission/access.js';
import { judgeQuery } from './judge-query.js';
import { readBody } from './read-body.js';
import { takesFile } from './takes-file.js';

/** Takes a request's query and body in, after the guard. */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (context.getType() === 'http') {
      const request = context.switchToHttp().getRequest<Request>();
      judgeQuery(request.query);
      const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
      if (hasBody && !takesFile(this.reflector, context)) {
        request.body = await readBody(request, accessOf(this.reflector, context).audience);
      }
    }
    return next.handle();
  }
}
