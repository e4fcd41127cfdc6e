import { Gauge, type Registry } from "prom-client";
import { replyDrafts } from "@/lib/calls/calls";
import { scoreDrifts } from "@/lib/calls/scores";
import { callsWithoutGateway } from "@/lib/platform/gateways";
import { jobRuns } from "@/lib/platform/jobs/tasks";
import { refusals } from "@/lib/platform/limits";
import { overloadRefusals, workCounts } from "@/lib/platform/overload";
import { providerFailures } from "@/lib/platform/provider-failures";
import { otlpExports } from "@/lib/platform/telemetry/otlp";
import { counter } from "./counter";

/** Adds the figures of every process: its counters. */
export function meterProcess(registry: Registry): undefined {
  counter(registry, {
    name: "parley_rate_limit_refusals_total",
    help: "Requests and attempts beyond a limit, by the window that was full.",
    of: refusals,
  });
  counter(registry, {
    name: "parley_overload_refusals_total",
    help: "Requests that were refused with 503 as the process was late, by priority: live, normal, bulk.",
    of: overloadRefusals,
  });
  new Gauge({
    name: "parley_requests",
    help: "Requests of this process by state (under_way, waiting), and how many may be under way at once (limit).",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      const counts = workCounts();
      if (counts === null) return;
      this.set({ state: "under_way" }, counts.underWay);
      this.set({ state: "waiting" }, counts.waiting);
      this.set({ state: "limit" }, counts.limit);
    },
  });
  counter(registry, {
    name: "parley_provider_failures_total",
    help: "Failures of models, voices, transcribers and telephone carriers, by the kind of account (none: not connected).",
    of: providerFailures,
  });
  counter(registry, {
    name: "parley_voice_calls_without_gateway_total",
    help: "Calls for which no voice gateway had room: inbound, outbound (each try), browser.",
    of: callsWithoutGateway,
  });
  counter(registry, {
    name: "parley_voice_reply_drafts_total",
    help: "Answers that models began before the caller's turn was complete, by their result: used, discarded.",
    of: replyDrafts,
  });
  counter(registry, {
    name: "parley_score_drifts_total",
    help: "Changes of a criterion's pass rate of which admins were notified, by direction: up, down.",
    of: scoreDrifts,
  });
  counter(registry, {
    name: "parley_job_runs_total",
    help: "Jobs that this process ran, by how they ended: done, failed (tried again), given_up, put_off.",
    of: jobRuns,
  });
  counter(registry, {
    name: "parley_otlp_exports_total",
    help: "Exports of traces and metrics to the OTLP collector, by result: sent, failed.",
    of: otlpExports,
  });
  return undefined;
}
