import { z } from "zod";
import { id, Time } from "@/lib/platform/schema";

const Count = z.number().int().nonnegative();

/** One numbered data key of the workspace. */
const DataKey = z.strictObject({
  version: z.number().int().positive(),
  /**
   * `next` seals from `active_from` on; `previous` opens values that are not resealed yet, and is destroyed
   * afterwards.
   */
  state: z.enum(["next", "current", "previous"]),
  created_at: Time,
  active_from: Time.nullable(),
});

/** The progress of a rotation. */
const Rotation = z.strictObject({
  version: z.number().int().positive(),
  reason: z.enum(["schedule", "manual", "customer_key"]),
  /** `waiting`: not every process has loaded the new key yet. */
  state: z.enum(["waiting", "running", "completed"]),
  /** Values sealed with previous keys at the start, and how many of them are resealed. */
  total: Count,
  done: Count,
  started_at: Time,
  completed_at: Time.nullable(),
});

/** The customer key. */
const CustomerKey = z.strictObject({
  state: z.enum(["none", "imported", "withdrawn"]),
  /** Distinguishes keys without revealing them. */
  fingerprint: z.string().nullable(),
  imported_at: Time.nullable(),
  withdrawn_at: Time.nullable(),
});

/** The state of the workspace's keys, without key material. */
export const Encryption = z.strictObject({
  locked: z.boolean(),
  data_keys: z.array(DataKey),
  index_key: z.strictObject({ created_at: Time }),
  /** When the next scheduled rotation begins. */
  rotates_at: Time,
  /** The latest rotation, active or completed. */
  rotation: Rotation.nullable(),
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
    .length(WRAPPED_CHARS, "Use the wrapped key in base64: 512 characters.")
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, "Use base64."),
});
export type ImportKey = z.output<typeof ImportKey>;
