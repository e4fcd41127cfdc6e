import { z } from "zod";
import { nonBlankText, Revision, Time } from "@/lib/platform/schema";

/** Spoken or written in full when a call reaches its limit. */
const MAX_CLOSING = 500;

const Currency = z.string().regex(/^[A-Z]{3}$/);
/** A positive amount below a billion with up to six decimals. */
const LimitAmount = z.string().regex(/^(?=[0-9.]*[1-9])\d{1,9}(?:\.\d{1,6})?$/);

const agentLimits = {
  /** Highest cost of one call, in the currency of the workspace's prices. A decimal such as `"0.50"`; null for no limit. */
  per_call: LimitAmount.nullable(),
  /** Highest cost of the agent's calls of one day, in the workspace's time zone; null for no limit. */
  per_day: LimitAmount.nullable(),
  /** The sentence with which a call ends that reaches a limit; null for a standard sentence. */
  closing: nonBlankText(MAX_CLOSING).nullable(),
};
/** Limits of the cost of an agent's calls. Use without a price does not count. */
export const AgentCostLimits = z.strictObject(agentLimits);
export type AgentCostLimits = z.output<typeof AgentCostLimits>;

const limits = {
  /** Currency (ISO 4217) of the limits, those of agents included. Prices in another currency do not count. */
  currency: Currency,
  /** Highest cost of all calls of one day, in the workspace's time zone; null for no limit. */
  per_day: LimitAmount.nullable(),
  /** Highest cost of all calls of one month, in the workspace's time zone; null for no limit. */
  per_month: LimitAmount.nullable(),
  /**
   * Amount that a call without its own limit reserves when it begins, and again each time that it has used it up. A call
   * begins only if that much is left.
   */
  reserve_per_call: LimitAmount,
};

export const SetCostLimits = z.strictObject(limits);
export type SetCostLimits = z.output<typeof SetCostLimits>;

/** The stored limits of a workspace. */
export const StoredCostLimits = z.strictObject(limits);

/** The limits of the cost of calls, with the cost so far. */
export const CostLimits = z.strictObject({
  /** Currency (ISO 4217) of the limits; null before limits were set. */
  currency: Currency.nullable(),
  per_day: limits.per_day,
  per_month: limits.per_month,
  /** Amount that a call without its own limit reserves when it begins. */
  reserve_per_call: LimitAmount,
  /** Cost of today's calls so far, with the reservations of running calls. A decimal. */
  used_today: z.string(),
  /** Cost of this month's calls so far, with the reservations of running calls. A decimal. */
  used_this_month: z.string(),
  revision: Revision,
  /** Time of the last change; null if there was none. */
  changed_at: Time.nullable(),
});
export type CostLimits = z.output<typeof CostLimits>;
