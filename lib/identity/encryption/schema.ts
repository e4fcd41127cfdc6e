import { z } from "zod";
import { USE_BASE64, USE_WRAPPED_KEY } from "@/lib/platform/reasons/fields/identity";
import { id, Time } from "@/lib/platform/schema";

const Count = z.number().int().nonnegative();

/** One numbered data key of the workspace. */
const DataKey = z.strictObject({
  /** Number of the key, from 1. */
  version: z.number().int().positive(),
  /**
   * `next` seals from `active_from` on; `previous` opens values that are not resealed yet, and is destroyed
   * afterwards.
   */
  state: z.enum(["next", "current", "previous"]),
  /** Time at which the key was made. */
  created_at: Time,
  /** Time from which the key seals new values; null for the first. */
  active_from: Time.nullable(),
});

/** The progress of a rotation. */
const Rotation = z.strictObject({
  /** Number of the key that is rotated to. */
  version: z.number().int().positive(),
  /**
   * `schedule`: the key was 90 days old. `manual`: an owner asked for it. `customer_key`: a customer key
   * was imported.
   */
  reason: z.enum(["schedule", "manual", "customer_key"]),
  /** `waiting`: not every process has loaded the new key yet. */
  state: z.enum(["waiting", "running", "completed"]),
  /** Number of values that were sealed with previous keys at the start. */
  total: Count,
  /** How many of them are sealed with the new key. */
  done: Count,
  /** Time at which the new key was made. */
  started_at: Time,
  /** Time at which no value depended on previous keys any more; null while the rotation runs. */
  completed_at: Time.nullable(),
});

/** The customer key. */
const CustomerKey = z.strictObject({
  /**
   * `none`: the installation's key protects the workspace. `withdrawn`: the workspace is locked until the
   * same key is imported again.
   */
  state: z.enum(["none", "imported", "withdrawn"]),
  /** Eight hex digits that distinguish keys without revealing them. Null without a key. */
  fingerprint: z.string().nullable(),
  /** Time of the import; null without a key. */
  imported_at: Time.nullable(),
  /** Time of the withdrawal; null unless it is withdrawn. */
  withdrawn_at: Time.nullable(),
});

/** The state of the workspace's keys, without key material. */
export const Encryption = z.strictObject({
  /** Whether the workspace is locked, because its customer key is withdrawn. Requests then answer 423. */
  locked: z.boolean(),
  /** Keys that seal the workspace's data, the newest first. */
  data_keys: z.array(DataKey),
  /** Key of the hashes with which numbers and words are found. It is never rotated. */
  index_key: z.strictObject({
    /** Time at which the key was made. */
    created_at: Time,
  }),
  /** When the next scheduled rotation begins. */
  rotates_at: Time,
  /** The latest rotation, active or completed. */
  rotation: Rotation.nullable(),
  /** The organization's own key, which protects the data keys. */
  customer_key: CustomerKey,
});
export type Encryption = z.output<typeof Encryption>;

/** A public key for one import. */
export const KeyImport = z.strictObject({
  id: z.string(),
  /** PEM (SPKI), RSA of 3072 bits. */
  public_key: z.string(),
  algorithm: z.literal("RSA-OAEP-256"),
  expires_at: Time,
});
export type KeyImport = z.output<typeof KeyImport>;

/** Base64 length of a ciphertext of RSA with 3072 bits. */
const WRAPPED_CHARS = 512;

/**
 * 32 bytes of key material, wrapped for the public key of an import with RSA-OAEP (SHA-256 for both hashes).
 */
export const ImportKey = z.strictObject({
  key_import_id: id("imk"),
  wrapped_key: z
    .string()
    .length(WRAPPED_CHARS, USE_WRAPPED_KEY)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, USE_BASE64),
});
export type ImportKey = z.output<typeof ImportKey>;
