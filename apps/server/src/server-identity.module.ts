import { Global, Module } from '@nestjs/common';
import { APP_CONFIG, FileServerIdentity, ServerIdentity, type AppConfig } from './config/index.js';
import { Writer } from './database/index.js';

@Global()
@Module({
  providers: [
    {
      provide: ServerIdentity,
      // The open database means: the folder is there, private, and nobody else's.
      useFactory: (config: AppConfig, _openDatabase: Writer) => new FileServerIdentity(config),
      inject: [APP_CONFIG, Writer],
    },
  ],
  exports: [ServerIdentity],
})
export class ServerIdentityModule {}
