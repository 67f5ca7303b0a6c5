export { ApiDocument } from './openapi/api-document.js';
export { configureHttp } from './configure-http.js';
export { HttpModule } from './http.module.js';
