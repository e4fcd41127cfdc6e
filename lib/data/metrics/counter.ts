import { Counter, type Registry } from "prom-client";
import type { Tally } from "@/lib/platform/tally";

/** Shows what a room of the product has counted. */
export function counter<L extends string>(
  registry: Registry,
  { name, help, of }: { name: string; help: string; of: Tally<L> },
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
