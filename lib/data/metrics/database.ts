import { Gauge, type Registry } from "prom-client";
import { poolCounts, slowStatements } from "@/lib/platform/db";
import { counter } from "./counter";

/** Adds the figures of a process's database connections and of its slow statements. */
export function meterDatabase(registry: Registry): undefined {
  new Gauge({
    name: "parley_db_connections",
    help: "Connections of this process to the database, by state (in_use, idle), and askers that wait for one (waiting).",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      const { open, idle, waiting } = poolCounts();
      this.set({ state: "in_use" }, open - idle);
      this.set({ state: "idle" }, idle);
      this.set({ state: "waiting" }, waiting);
    },
  });
  new Gauge({
    name: "parley_db_connections_max",
    help: "Connections that this process may have (DATABASE_POOL).",
    registers: [registry],
    collect() {
      this.set(poolCounts().max);
    },
  });
  counter(registry, {
    name: "parley_db_slow_statements_total",
    help: "Round trips to the database that took longer than DATABASE_SLOW_MS, by the operation and table of the first statement.",
    of: slowStatements,
  });
  return undefined;
}
