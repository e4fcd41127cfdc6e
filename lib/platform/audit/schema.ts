import { z } from "zod";
import { USE_ACTION_NAME, USE_LATER_YEAR } from "@/lib/platform/reasons/fields/platform";
import { pageOf, pageQuery, Time, text } from "@/lib/platform/schema";

/** `noun.past_verb`, the format of every action name. */
const ACTION = /^[a-z_]+\.[a-z_]+$/;
const MAX_NAME_CHARS = 100;
const SHA256_HEX = /^[0-9a-f]{64}$/;
const SequenceNumber = z.number().int().positive();

const AuditView = z.record(z.string(), z.unknown()).nullable();

/** One change: actor, time, action, target, and the target before and after. */
export const AuditEntry = z.strictObject({
  /** Identifier of the entry, `aud_…`. */
  id: z.string(),
  /** Position in the workspace's chain, from 1 without gaps. */
  seq: SequenceNumber,
  /** Time of the change. */
  at: Time,
  /** The author of the change. */
  actor: z.strictObject({
    /**
     * Kind of the author. `system` is the product, `operator` the installation's operator, `staff` the
     * operator's staff with access.
     */
    type: z.enum(["key", "member", "system", "operator", "staff"]),
    /** Identifier of the author, such as `mem_…` or `key_…`. For the product and the operator, the name of the job or the command. */
    id: z.string(),
  }),
  /** Action, such as `agent.deployed`. */
  action: z.string(),
  /** Identifier of the changed resource. */
  target: z.string(),
  /**
   * Changed fields before the change, without secrets and personal values. Null for a creation, and for
   * actions without fields.
   */
  before: AuditView,
  /**
   * Changed fields after the change, without secrets and personal values. Null for a deletion, and for
   * actions without fields.
   */
  after: AuditView,
  /** The client's IP address; null for changes by the product itself. */
  address: z.string().nullable(),
  /** Identifier of the request, `req_…`, as in its `X-Request-Id`. Changes by the product have one too. */
  request_id: z.string(),
  /** Hex SHA-256 of this entry and the hash of the one before it. */
  hash: z.string().regex(SHA256_HEX),
});
export type AuditEntry = z.output<typeof AuditEntry>;

/** PostgreSQL has no year 0. */
const AuditTime = z.iso.datetime({ offset: true }).refine((at) => !at.startsWith("0000"), USE_LATER_YEAR);

export const AuditQuery = z.strictObject({
  ...pageQuery,
  /** Selects entries of this action, such as `agent.deployed`. */
  action: text(MAX_NAME_CHARS).regex(ACTION, USE_ACTION_NAME).optional(),
  /** Selects entries of this author, by ID. */
  actor_id: text(MAX_NAME_CHARS).min(1).optional(),
  /** Selects entries about this resource, by ID. */
  target: text(MAX_NAME_CHARS).min(1).optional(),
  /** Selects entries of this time or later. */
  created_after: AuditTime.optional(),
  /** Selects entries before this time. */
  created_before: AuditTime.optional(),
});
export type AuditQuery = z.output<typeof AuditQuery>;

export const AuditPage = pageOf(AuditEntry);

/**
 * The fault of an entry. `edited`: its fields do not match its hash. `removed`: it is missing. `reordered`:
 * it was written at another position. `rewritten`: it is consistent with its neighbors, but not with a signed
 * head outside the database. `head`: the chain does not match the head in the database. `signature`: the
 * signed head of that position has an invalid signature.
 */
export const AuditProblem = z.enum(["edited", "removed", "reordered", "rewritten", "head", "signature"]);
export type AuditProblem = z.output<typeof AuditProblem>;

/** Largest number of faults in a verdict. */
export const MAX_FAULTS = 100;

/** A fault of the chain. */
export const AuditFault = z.strictObject({
  /** Position of the entry in the chain; of the first one if several are missing. */
  seq: SequenceNumber,
  /** Identifier of the entry, `aud_…`; null if it is missing. */
  id: z.string().nullable(),
  /**
   * The fault. `edited`: its fields do not match its hash. `removed`: it is missing. `reordered`: it was
   * written at another position. `rewritten`: a signed head outside the database contradicts it. `head`:
   * the chain does not match its head. `signature`: the signed head of that position is invalid.
   */
  problem: AuditProblem,
  /** Number of entries: of consecutive missing ones, else 1. */
  count: z.number().int().positive(),
});
export type AuditFault = z.output<typeof AuditFault>;

const restoreFields = {
  /** Time of the backup; null if it is unknown, such as that of a restore outside Parley. */
  backup_made_at: z.string().nullable(),
  /** Last position at which the restored log matches an earlier signed head; 0 if there is none. */
  kept_seq: z.number().int().nonnegative(),
  /** Last position of the log before the restore that a signed head confirms; 0 if there is none. */
  replaced_seq: z.number().int().nonnegative(),
};

/** A restore of the database from a backup, as the operator recorded it. Entries between the positions may be missing. */
export const AuditRestore = z.strictObject({
  /** Time of the record. */
  at: z.string(),
  ...restoreFields,
});
export type AuditRestore = z.output<typeof AuditRestore>;

/** The result of a verification. */
export const AuditVerdict = z.strictObject({
  /** Whether every entry is valid and the chain is complete, except for recorded restores. */
  valid: z.boolean(),
  /** Number of valid entries before the first invalid one. */
  entries: z.number().int().nonnegative(),
  /** The last valid entry before the first invalid one; null if there is none. */
  head: z
    .strictObject({
      /** Position of the entry in the chain. */
      seq: SequenceNumber,
      /** Hash of the entry. */
      hash: z.string().regex(SHA256_HEX),
      /** Time of the entry. */
      at: Time,
    })
    .nullable(),
  /** The first fault; null if there is none. */
  first_invalid: AuditFault.nullable(),
  /** All faults in the order of the chain, at most 100. Invalid signatures come last. */
  faults: z.array(AuditFault).max(MAX_FAULTS),
  /** Number of faults, which can exceed the length of `faults`. */
  fault_count: z.number().int().nonnegative(),
  /** Restores from a backup, oldest first. After a restore, entries of the log before it can be missing. */
  restores: z.array(AuditRestore),
});
export type AuditVerdict = z.output<typeof AuditVerdict>;

/** The signed head of a workspace's chain: its last entry at a point in time, or after a restore from a backup. */
export const SignedHead = z.object({
  workspace_id: z.string(),
  /** Position of that entry in the chain. */
  seq: SequenceNumber,
  /** Hex SHA-256 of that entry. */
  hash: z.string(),
  /** Time of the signature. */
  at: z.string(),
  /** Present if the operator recorded that the database was restored: earlier heads after `kept_seq` are replaced. */
  restore: z.strictObject(restoreFields).optional(),
  /**
   * Ed25519 signature (RFC 8032), base64url, of the lines `parley audit head`, workspace ID, `seq`, `hash`
   * and `at`. With `restore`, of the lines `parley audit restore`, the same four, `backup_made_at` or `-`, `kept_seq`
   * and `replaced_seq`.
   */
  signature: z.string(),
});
export type SignedHead = z.output<typeof SignedHead>;

/** Most heads in a response: six weeks with one an hour. Older ones are in the file of the installation. */
export const MAX_HEADS = 1_000;

/** The newest signed heads, oldest first, and the key that verifies them. */
export const SignedHeads = z.strictObject({
  /** Algorithm of the signatures (RFC 8032). */
  algorithm: z.literal("Ed25519"),
  /** SHA-256 of the public key's DER, in hex. */
  key_id: z.string(),
  /** SubjectPublicKeyInfo as PEM. */
  public_key: z.string(),
  /** The newest signed heads, at most 1,000, and before them all older ones that record a restore. Oldest first. */
  data: z.array(SignedHead),
});
export type SignedHeads = z.output<typeof SignedHeads>;
