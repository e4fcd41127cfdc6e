import { Counter, type Registry } from "prom-client";
import type { EventCounter } from "@/lib/platform/event-counter";

/** Exposes a counter of another module. */
export function counter<L extends string>(
  registry: Registry,
  { name, help, of }: { name: string; help: string; of: EventCounter<L> },
): void {
  new Counter({
    name,
    help,
    labelNames: of.names,
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, n } of of.counts()) this.inc(labels, n);
    },
  });
}
