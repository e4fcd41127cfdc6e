import { z } from "zod";
import { id, pageOf, pageQuery, Time } from "@/lib/platform/schema";

export const DeletionParams = z.strictObject({ id: id("del") });
export const ListDeletions = z.strictObject({ ...pageQuery, contact_id: id("ctc").optional() });
export type ListDeletions = z.output<typeof ListDeletions>;

const count = z.int().nonnegative();

/** How much of each kind was removed: numbers, and nothing of what they were. */
export const Removed = z.strictObject({
  /** Calls and conversations of any channel that were emptied. */
  calls: count,
  /** Of those, how many had words that were said. */
  transcripts: count,
  recordings: count,
  /** Sets of values that calls had collected, or were given. */
  variables: count,
  /** Variables that campaigns had for the contact. */
  campaign_variables: count,
  texts: count,
  callbacks: count,
  /** Keyed hashes of words, by which calls were found. */
  search_hashes: count,
  /** Keys under which all this was sealed, and that are destroyed: copies in backups cannot be read without them. */
  keys: count,
  /** Bytes of sealed text and of sound. */
  bytes: count,
});
export type Removed = z.output<typeof Removed>;

/** What a receipt says, in the order in which it is shown; its signature is over the same in canonical form. */
const ReceiptFacts = z.strictObject({
  kind: z.literal("parley erasure receipt"),
  version: z.literal(1),
  deletion_id: id("del"),
  workspace_id: id("ws"),
  environment: z.enum(["live", "test"]),
  requested_at: Time,
  completed_at: Time,
  removed: Removed,
  /** The pass that looked again after the last removal, and found nothing. */
  verified: z.strictObject({ at: Time, passes: z.int().positive(), left: z.literal(0) }),
  data_backups_expire_by: Time,
  key_backups_expire_by: Time,
});

/** Ed25519 (RFC 8032) over the facts as canonical JSON (RFC 8785). `key_id` is SHA-256 of the public key's DER, in hex. */
const Signature = z.strictObject({
  algorithm: z.literal("Ed25519"),
  key_id: z.string().regex(/^[0-9a-f]{64}$/),
  value: z.string(),
});
export type Signature = z.output<typeof Signature>;
export const Receipt = z.strictObject({ ...ReceiptFacts.shape, signature: Signature });
export type Receipt = z.output<typeof Receipt>;

/** What is left of a workspace, outside the database: that it is gone, and the end of its audit log. */
export const WorkspaceReceipt = z.strictObject({
  kind: z.literal("parley workspace receipt"),
  version: z.literal(1),
  workspace_id: id("ws"),
  requested_at: Time,
  delete_after: Time,
  completed_at: Time,
  /** The pass that looked again after the last row had gone, and found none in any table. */
  verified: z.strictObject({ at: Time, left: z.literal(0) }),
  audit: z.strictObject({ entries: count, head: z.string().nullable() }),
  data_backups_expire_by: Time,
  key_backups_expire_by: Time,
  signature: Signature,
});
export type WorkspaceReceipt = z.output<typeof WorkspaceReceipt>;

export const Deletion = z.strictObject({
  id: id("del"),
  contact_id: z.string().nullable(),
  environment: z.enum(["live", "test"]),
  status: z.enum(["scheduled", "running", "completed", "blocked"]),
  /** A legal hold that stands against it; it goes on by itself once that is released. */
  blocked_by: z.enum(["contact_hold", "call_hold"]).nullable(),
  requested_at: Time,
  requested_by: z.string(),
  due_by: Time,
  completed_at: Time.nullable(),
  removed: Removed,
  data_backups_expire_by: Time.nullable(),
  key_backups_expire_by: Time.nullable(),
  receipt: Receipt.nullable(),
});
export type Deletion = z.output<typeof Deletion>;
export const DeletionPage = pageOf(Deletion);

/** One that moves by itself, and soon. */
export const isUnderWay = ({ status }: Deletion): boolean => status === "scheduled" || status === "running";

/** By which anybody can check a receipt. */
export const ReceiptKey = z.strictObject({
  algorithm: z.literal("Ed25519"),
  key_id: z.string(),
  /** SubjectPublicKeyInfo as PEM. */
  public_key: z.string(),
});
