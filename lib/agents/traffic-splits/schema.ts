import { z } from "zod";
import { DeployAgent } from "@/lib/agents/agents/schema";
import { id, pageOf, pageQuery, Revision, Time } from "@/lib/platform/schema";
import { SPLIT_PERCENT, SPLIT_STATUSES } from "./values";

const MAX_VERSION = 1_000_000;

/** The candidate's part of new calls in the live environment, in percent. */
const Percent = z.int().min(SPLIT_PERCENT.min).max(SPLIT_PERCENT.max);

/** Starts a split, or changes the percentage of the running one. */
export const SetTrafficSplit = z.strictObject({
  /**
   * The version that becomes the candidate. Without it, the draft becomes the next version. While a split is running, it can
   * only be the version of its candidate.
   */
  version: z.int().min(1).max(MAX_VERSION).optional(),
  /** The candidate's part of new calls in the live environment, in percent. A contact keeps its version. */
  percent: Percent,
  /** One line about the changes, which is shown with the version that the draft becomes. */
  note: DeployAgent.shape.note,
  /** Why the candidate takes calls although a required test suite has not passed. Only an owner may set it, and the audit log keeps it. */
  override_suites_reason: DeployAgent.shape.override_suites_reason,
});
export type SetTrafficSplit = z.output<typeof SetTrafficSplit>;

export const PromoteCandidate = z.strictObject({
  /** Why the candidate becomes live although a required test suite has not passed. Only an owner may set it, and the audit log keeps it. */
  override_suites_reason: DeployAgent.shape.override_suites_reason,
});
export type PromoteCandidate = z.output<typeof PromoteCandidate>;

/** A comparison of two versions of an agent in live calls. */
export const TrafficSplit = z.strictObject({
  id: id("spl"),
  agent_id: id("agt"),
  /** The version that the agent ran when the split was started, and that all further calls run. */
  live_version: z.int().positive(),
  /** The version that runs in `percent` of new calls. */
  candidate_version: z.int().positive(),
  /** The candidate's part of new calls in the live environment, in percent; for an ended split, at its end. */
  percent: Percent,
  /** `promoted`: the candidate became the live version. `stopped`: all calls run the live version again. */
  status: z.enum(SPLIT_STATUSES),
  /** Time at which the split was started. */
  started_at: Time,
  /** The member or API key that started it. */
  started_by: z.string(),
  /** Time of the latest change of the percentage; null if it was not changed. */
  changed_at: Time.nullable(),
  /** Time at which the split ended; null while it is running. */
  ended_at: Time.nullable(),
  /** The member or API key that ended it; null while it is running. */
  ended_by: z.string().nullable(),
  /** Revision of the agent, for `If-Match`. */
  revision: Revision,
});
export type TrafficSplit = z.output<typeof TrafficSplit>;
export const TrafficSplitPage = pageOf(TrafficSplit);
export const ListTrafficSplits = z.strictObject(pageQuery);
