import { z } from "zod";
import { pageOf, pageQuery, Time, text } from "@/lib/platform/schema";

/** `noun.past_verb`, as every action of the product is named. */
const ACTION = /^[a-z_]+\.[a-z_]+$/;
const MAX_NAME = 100;
const SHA256_HEX = /^[0-9a-f]{64}$/;
const Place = z.number().int().positive();

const View = z.record(z.string(), z.unknown()).nullable();

/** One change: who, when, what, on which thing, and how that looked before and after. */
export const AuditEntry = z.strictObject({
  id: z.string(),
  /** Its place in the workspace's chain, from 1 without gaps. */
  seq: Place,
  at: Time,
  actor: z.strictObject({ type: z.enum(["key", "member", "system", "operator", "staff"]), id: z.string() }),
  action: z.string(),
  target: z.string(),
  before: View,
  after: View,
  /** The client's address; null for what the product did by itself. */
  address: z.string().nullable(),
  request_id: z.string(),
  /** Hex SHA-256 over this entry and the hash of the one before it. */
  hash: z.string().regex(SHA256_HEX),
});
export type AuditEntry = z.output<typeof AuditEntry>;

/** PostgreSQL knows no year 0. */
const Moment = z.iso
  .datetime({ offset: true })
  .refine((at) => !at.startsWith("0000"), "Use a year from 0001 on.");

export const AuditQuery = z.strictObject({
  ...pageQuery,
  action: text(MAX_NAME).regex(ACTION, "Use an action like agent.deployed.").optional(),
  actor_id: text(MAX_NAME).min(1).optional(),
  target: text(MAX_NAME).min(1).optional(),
  created_after: Moment.optional(),
  created_before: Moment.optional(),
});
export type AuditQuery = z.output<typeof AuditQuery>;

export const AuditPage = pageOf(AuditEntry);

/**
 * What is wrong with an entry. `edited`: its fields do not give its hash. `removed`: it is missing. `reordered`: it
 * stands at another place than it was written. `rewritten`: it and its successors fit together, but not with a head
 * that was signed and kept outside. `head`: the chain and the database's note of its end differ. `signature`: the
 * signed head of that place, outside the database, does not bear the product's signature.
 */
export const AuditProblem = z.enum(["edited", "removed", "reordered", "rewritten", "head", "signature"]);
export type AuditProblem = z.output<typeof AuditProblem>;

/** Whether the chain is whole. */
export const AuditVerdict = z.strictObject({
  valid: z.boolean(),
  /** How many entries were found in order, up to the first bad one. */
  entries: z.number().int().nonnegative(),
  /** The last of those; null where there is none. */
  head: z.strictObject({ seq: Place, hash: z.string().regex(SHA256_HEX), at: Time }).nullable(),
  /** The first entry that is wrong; its id is null where it is missing. */
  first_invalid: z.strictObject({ seq: Place, id: z.string().nullable(), problem: AuditProblem }).nullable(),
});
export type AuditVerdict = z.output<typeof AuditVerdict>;
