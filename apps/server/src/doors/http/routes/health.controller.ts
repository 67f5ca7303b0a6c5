import { LivenessView, ReadinessView } from '@kenny/contract';
import { Controller, Get, Header, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { Readiness } from './readiness.js';

@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Access('open')
  @Get('healthz')
  @Answers(200, LivenessView, 'The server runs.')
  alive(): LivenessView {
    return { status: 'ok' };
  }

  @Access('open')
  @Get('readyz')
  @Answers(200, ReadinessView, 'The server can do its work.')
  @Answers(
    503,
    ReadinessView,
    'The server cannot do all of its work; `conditions` says why and what to do.',
  )
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadinessView> {
    const state = await this.readiness.state();
    if (!state.ready) response.status(503);
    return forStrangers(state);
  }

  /** A minimal page where the dashboard is not built. */
  @Access('open')
  @Get()
  @Answers(200, 'text/html', 'A page that says what this is.')
  @Header('Content-Type', 'text/html; charset=utf-8')
  page(): string {
    return PAGE;
  }
}

/** Where the server keeps its files is nobody's business who has no token. */
function forStrangers(state: ReadinessView): ReadinessView {
  const { spool_trouble, checkpoint_trouble } = state.audit;
  const audit = {
    ...state.audit,
    spool_trouble: withoutPath(spool_trouble),
    checkpoint_trouble: withoutPath(checkpoint_trouble),
  };
  const conditions = state.conditions.map((one) => ({
    ...one,
    message: withoutPath(one.message) ?? '',
  }));
  return { ...state, audit, conditions };
}

/** As Node writes the path of a file that it could not use. */
function withoutPath(words: string | null): string | null {
  return words?.replace(/ '(?:\/|[A-Za-z]:\\)[^']*'/g, ' (a file of the server)') ?? null;
}

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>kenny</title></head>
<body><main><h1>kenny</h1>
<p>This server looks after PCs. It is used through its command line (<code>npm run kenny -- --help</code>)
and its HTTP interface (<a href="/api/docs">/api/docs</a>, with a token).</p>
<p>The dashboard is not built here: run <code>npm run build</code> and start again.</p></main></body>
</html>
`;
