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
    return state;
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

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>kenny</title></head>
<body><main><h1>kenny</h1>
<p>This server looks after PCs. It is used through its command line (<code>npm run kenny -- --help</code>)
and its HTTP interface (<a href="/api/docs">/api/docs</a>, with a token).</p>
<p>The dashboard is not built here: run <code>npm run build</code> and start again.</p></main></body>
</html>
`;
