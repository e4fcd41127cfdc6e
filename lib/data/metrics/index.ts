export { meterInstallation } from "./installation";
export type { MetricsHandler } from "./metrics-handler";
export { type Meter, openMetrics } from "./open";
export type { Observe } from "./requests";
export { meterVoice, type VoiceFigures } from "./voice";
