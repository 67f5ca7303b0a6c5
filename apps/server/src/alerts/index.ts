import * as entities from './entities.js';

export { AlertsModule } from './alerts.module.js';
export { AlertsService } from './alerts.service.js';
export { Browsers } from './push/browsers.js';
export { Channels } from './channels.js';
export { Choices } from './choices.js';

/** For the list of the server's entities (`schema.ts`). */
export const ALERT_ENTITIES = Object.values(entities);
