import { Module } from '@nestjs/common';
import { PromptFiles } from './prompt-files.js';

@Module({ providers: [PromptFiles], exports: [PromptFiles] })
export class PromptsModule {}
