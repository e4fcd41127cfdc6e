export { meterInstallation } from "./installation";
export type { MetricsHandler } from "./metrics-handler";
export { openMetrics } from "./open";
export type { Observe } from "./requests";
export type { Meter } from "./serve-metrics";
export { meterVoice, type VoiceFigures } from "./voice";
