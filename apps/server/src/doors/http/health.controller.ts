import { Controller, Get, Header, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access } from './access.js';
import { Readiness } from './readiness.js';

@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Access('open')
  @Get('healthz')
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Access('open')
  @Get('readyz')
  async ready(@Res({ passthrough: true }) response: Response) {
    const state = await this.readiness.state();
    if (!state.ready) response.status(503);
    return state;
  }

  /** Until the dashboard is there, a page that says what this is. */
  @Access('open')
  @Get()
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
and its HTTP interface (<a href="/api/docs">/api/docs</a>, with a token).</p></main></body>
</html>
`;
