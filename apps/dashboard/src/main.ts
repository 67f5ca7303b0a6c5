import { createApplication } from '@angular/platform-browser';
import { Router } from '@angular/router';
import { App } from './app/app';
import { appConfig } from './app/app.config';
import { nextTask } from './app/core/scheduling/scheduler';

// Step by step: in one piece they are the longest task of the whole start.
await nextTask();
const application = await createApplication(appConfig);
await nextTask();
application.bootstrap(App);
await nextTask();
application.injector.get(Router).initialNavigation();
