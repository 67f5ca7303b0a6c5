export {
  dataEnvelope,
  errorEnvelope,
  isAgentId,
  NO_PICTURE,
  operatorEnvelope,
  pictureEnvelope,
  pictureOf,
  sourceOf,
  type Origin,
  type Picture,
  type Source,
  type ToldError,
} from './envelope.js';
export {
  callableTool,
  callableTools,
  descriptionOf,
  isOperatorsWord,
  isPicture,
  isQuestion,
  isSelection,
  isSkill,
  mayWait,
} from './offered-tools.js';
export { routeOf, ROUTING, type Routed } from './routing.js';
export { cleanedToFit, cutToFit } from './fit.js';
export { answerSchemaOf, inputSchemaOf, type ObjectSchema } from './schemas.js';
export { cleaned, cleanedLine } from './untrusted-text.js';
export { refusalText } from './refusal-text.js';
