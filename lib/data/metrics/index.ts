export type { MetricsDoor } from "./door";
export { installation } from "./installation";
export { type Meter, openMetrics } from "./open";
export type { Observe } from "./requests";
export { type VoiceFigures, voice } from "./voice";
