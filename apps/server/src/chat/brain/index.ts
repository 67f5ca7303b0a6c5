export { heardIn } from './heard-in.js';
export { OperatorNotes } from './operator-notes.js';
export { BRAIN, ModelBrain } from './model-brain.js';
export { tokensOf } from './summary-request.js';
