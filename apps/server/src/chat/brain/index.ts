export { foreignText, type ForeignText } from './foreign-text.js';
export { ModelBrain } from './model-brain.js';
