import { meterDatabase } from "./database";
import { meterProcess } from "./process";
import { meterRequests } from "./requests";
import { type Metrics, type Options, serveMetrics } from "./serve-metrics";

/** Counts the work of a server, a gateway or a worker, as the operator has configured (`serveMetrics`). */
export const openMetrics = ({ meters = [], ...options }: Options): Metrics =>
  serveMetrics({ ...options, meters: [meterDatabase, meterProcess, ...meters] }, (registry) =>
    meterRequests(registry),
  );
