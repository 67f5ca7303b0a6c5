export { openAgentLog, type AgentLog } from './agent-log.js';
export { ForwardRing } from './forward-ring.js';
export { Logger, reaches, type LogEvent, type LogFields, type LogSink } from './logger.js';
export { pruneRotated } from './prune-rotated.js';
export { RotatingFile } from './rotating-file.js';
export { fileSink, formatEvent, textSink } from './sinks.js';
