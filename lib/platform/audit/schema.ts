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

/** The result of a verification. */
export const AuditVerdict = z.strictObject({
  /** Whether every entry is valid and the chain is complete. */
  valid: z.boolean(),
  /** Number of valid entries before the first invalid one. */
  entries: z.number().int().nonnegative(),
  /** The last valid entry; null if there is none. */
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
  /** The first invalid entry; its id is null if it is missing. */
  first_invalid: z
    .strictObject({
      /** Position of the entry in the chain. */
      seq: SequenceNumber,
      /** Identifier of the entry, `aud_…`; null if it is missing. */
      id: z.string().nullable(),
      /**
       * The fault. `edited`: its fields do not match its hash. `removed`: it is missing. `reordered`: it was
       * written at another position. `rewritten`: a signed head outside the database contradicts it. `head`:
       * the chain does not match its head. `signature`: the signed head of that position is invalid.
       */
      problem: AuditProblem,
    })
    .nullable(),
});
export type AuditVerdict = z.output<typeof AuditVerdict>;

/** The signed head of a workspace's chain: its last entry at a point in time. */
export const SignedHead = z.object({
  workspace_id: z.string(),
  /** Position of that entry in the chain. */
  seq: SequenceNumber,
  /** Hex SHA-256 of that entry. */
  hash: z.string(),
  /** Time of the signature. */
  at: z.string(),
  /**
   * Ed25519 signature (RFC 8032), base64url, of the lines `parley audit head`, workspace ID, `seq`, `hash`
   * and `at`.
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
  /** The newest signed heads, oldest first, at most 1,000. */
  data: z.array(SignedHead),
});
export type SignedHeads = z.output<typeof SignedHeads>;
