export { heardIn } from './heard-in.js';
export { BRAIN, ModelBrain } from './model-brain.js';
