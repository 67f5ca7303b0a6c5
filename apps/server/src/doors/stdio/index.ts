export { StdioModule } from './stdio.module.js';
