import { z } from "zod";
import { id, pageOf, pageQuery, Time } from "@/lib/platform/schema";

export const DeletionParams = z.strictObject({ id: id("del") });
export const ListDeletions = z.strictObject({
  ...pageQuery,
  /** Selects deletions of this contact's data, by its ID, `ctc_…`. */
  contact_id: id("ctc").optional(),
});
export type ListDeletions = z.output<typeof ListDeletions>;

const count = z.int().nonnegative();

/** Number of removed items of each kind, without their content. */
export const Removed = z.strictObject({
  /** Cleared calls and conversations of any channel. */
  calls: count,
  /** Cleared calls that had a transcript. */
  transcripts: count,
  /** Recordings, with their files. */
  recordings: count,
  /** Sets of values that calls collected or started with. */
  variables: count,
  /** Campaign variables of the contact. */
  campaign_variables: count,
  /** Text messages, sent and received. */
  texts: count,
  /** Requested callbacks. */
  callbacks: count,
  /** Keyed hashes of words, used for searching calls. */
  search_hashes: count,
  /** Destroyed keys that sealed this data. Without them, copies in backups are unreadable. */
  keys: count,
  /** Bytes of sealed text and audio. */
  bytes: count,
});
export type Removed = z.output<typeof Removed>;

/** The facts of a receipt, in the order shown; they are signed as canonical JSON. */
const ReceiptFacts = z.strictObject({
  /** Kind of the document. */
  kind: z.literal("parley erasure receipt"),
  /** Version of the document's format. */
  version: z.literal(1),
  deletion_id: id("del"),
  workspace_id: id("ws"),
  environment: z.enum(["live", "test"]),
  /** Time of the request. */
  requested_at: Time,
  /** Time at which the deletion was complete and verified. */
  completed_at: Time,
  /** Number of removed items of each kind. */
  removed: Removed,
  /** The verifying pass after the last removal, which found no data. */
  verified: z.strictObject({
    /** Time of the verifying pass. */
    at: Time,
    /** Number of passes, the verifying one included. */
    passes: z.int().positive(),
    /** Items that the verifying pass found. */
    remaining: z.literal(0),
  }),
  /** Time by which every backup with the data has expired. */
  data_backups_expire_by: Time,
  /**
   * Time by which every backup of the keys has expired. Without them, copies of the data are unreadable.
   */
  key_backups_expire_by: Time,
});

/**
 * Ed25519 signature (RFC 8032) of the facts as canonical JSON (RFC 8785). `key_id` is SHA-256 of the public
 * key's DER, in hex.
 */
const Signature = z.strictObject({
  /** Algorithm of the signature (RFC 8032). */
  algorithm: z.literal("Ed25519"),
  /** SHA-256 of the public key's DER, in hex. */
  key_id: z.string().regex(/^[0-9a-f]{64}$/),
  /** Signature of the receipt's other fields as canonical JSON (RFC 8785), in base64url. */
  value: z.string(),
});
export type Signature = z.output<typeof Signature>;
export const Receipt = z.strictObject({
  ...ReceiptFacts.shape,
  /** Signature with which the receipt can be verified without Parley. */
  signature: Signature,
});
export type Receipt = z.output<typeof Receipt>;

/**
 * The remains of a workspace outside the database: the fact of its deletion, and the head of its audit log.
 */
export const WorkspaceReceipt = z.strictObject({
  kind: z.literal("parley workspace receipt"),
  version: z.literal(1),
  workspace_id: id("ws"),
  requested_at: Time,
  delete_after: Time,
  completed_at: Time,
  /** The verifying pass after the last row was deleted, which found no row in any table. */
  verified: z.strictObject({ at: Time, remaining: z.literal(0) }),
  audit: z.strictObject({ entries: count, head: z.string().nullable() }),
  data_backups_expire_by: Time,
  key_backups_expire_by: Time,
  signature: Signature,
});
export type WorkspaceReceipt = z.output<typeof WorkspaceReceipt>;

export const Deletion = z.strictObject({
  id: id("del"),
  /** Identifier of the contact, `ctc_…`; null for a number that was not a contact. */
  contact_id: z.string().nullable(),
  environment: z.enum(["live", "test"]),
  /** `blocked`: a legal hold prevents it, as `blocked_by` names. */
  status: z.enum(["scheduled", "running", "completed", "blocked"]),
  /** A legal hold that blocks the deletion; it continues automatically after the release. */
  blocked_by: z.enum(["contact_hold", "call_hold"]).nullable(),
  /** Time of the request. */
  requested_at: Time,
  /** Identifier of the member, `mem_…`, or the API key, `key_…`, that requested it. */
  requested_by: z.string(),
  /** Time by which the deletion must be complete: 30 days after the request. */
  due_by: Time,
  /** Time at which the deletion was complete and verified; null before. */
  completed_at: Time.nullable(),
  /** Number of removed items of each kind so far. */
  removed: Removed,
  /** Time by which every backup with the data has expired. Null until the deletion is complete. */
  data_backups_expire_by: Time.nullable(),
  /**
   * Time by which every backup of the keys has expired. Without them, copies of the data are unreadable.
   * Null until the deletion is complete.
   */
  key_backups_expire_by: Time.nullable(),
  /** Signed proof of the deletion, without personal data. Null until the deletion is complete. */
  receipt: Receipt.nullable(),
});
export type Deletion = z.output<typeof Deletion>;
export const DeletionPage = pageOf(Deletion);

/** The key that verifies receipts. */
export const ReceiptKey = z.strictObject({
  /** Algorithm of the signatures (RFC 8032). */
  algorithm: z.literal("Ed25519"),
  /** SHA-256 of the public key's DER, in hex, as in each receipt. */
  key_id: z.string(),
  /** SubjectPublicKeyInfo as PEM. */
  public_key: z.string(),
});
