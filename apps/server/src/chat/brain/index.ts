export { heardIn } from './heard-in.js';
export { ModelBrain } from './model-brain.js';
