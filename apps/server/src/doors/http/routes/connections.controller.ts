import { CLAUDE_DESKTOP_FILE } from '@kenny/contract';
import { Controller, Get, StreamableFile } from '@nestjs/common';
import { ClaudeDesktopService } from '../../../distribution/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';

/** No archive to a browser: some unpack those by themselves. */
const BUNDLE = 'application/octet-stream';

/** What connects other programs to this server. */
@Access('operator')
@Controller('api/connections')
export class ConnectionsController {
  constructor(private readonly desktop: ClaudeDesktopService) {}

  @Get('claude-desktop')
  @Answers(200, BUNDLE, 'An MCP bundle: Claude Desktop installs it, and asks for a token.')
  async claudeDesktop(): Promise<StreamableFile> {
    const bundle = await this.desktop.bundle();
    const disposition = `attachment; filename="${CLAUDE_DESKTOP_FILE}"`;
    return new StreamableFile(bundle, { type: BUNDLE, disposition, length: bundle.length });
  }
}
