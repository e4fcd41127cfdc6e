import { z } from "zod";
import { id, Time } from "@/lib/platform/schema";

const Count = z.number().int().nonnegative();

/** One numbered data key of the workspace. */
const DataKey = z.strictObject({
  version: z.number().int().positive(),
  /** `next` will seal from `active_from` on; `former` opens what is not changed yet, and is destroyed then. */
  state: z.enum(["next", "current", "former"]),
  created_at: Time,
  active_from: Time.nullable(),
});

/** How far a rotation is. */
const Rotation = z.strictObject({
  version: z.number().int().positive(),
  reason: z.enum(["schedule", "asked", "customer_key"]),
  /** `waiting`: until every process knows the new key. */
  state: z.enum(["waiting", "running", "completed"]),
  /** Values that were under former keys as it began, and how many of them are changed. */
  total: Count,
  done: Count,
  started_at: Time,
  completed_at: Time.nullable(),
});

/** The customer's own key. */
const OwnKey = z.strictObject({
  state: z.enum(["none", "given", "withdrawn"]),
  /** Tells two keys apart, and nothing of the key itself. */
  fingerprint: z.string().nullable(),
  imported_at: Time.nullable(),
  withdrawn_at: Time.nullable(),
});

/** The workspace's keys, without anything of what they are. */
export const Encryption = z.strictObject({
  locked: z.boolean(),
  data_keys: z.array(DataKey),
  index_key: z.strictObject({ created_at: Time }),
  /** When the next rotation begins by itself. */
  rotates_at: Time,
  /** The last one, or the one that goes on. */
  rotation: Rotation.nullable(),
  customer_key: OwnKey,
});
export type Encryption = z.output<typeof Encryption>;

/** A public key, made for one import. */
export const KeyImport = z.strictObject({
  id: z.string(),
  /** PEM (SPKI), RSA of 3072 bits. */
  public_key: z.string(),
  algorithm: z.literal("RSA-OAEP-256"),
  expires_at: Time,
});
export type KeyImport = z.output<typeof KeyImport>;

/** As long as what RSA of 3072 bits makes, in base64. */
const WRAPPED_CHARS = 512;

/** 32 bytes of key material, wrapped for the public key of an import with RSA-OAEP (SHA-256 for both hashes). */
export const ImportKey = z.strictObject({
  key_import_id: id("imk"),
  wrapped_key: z
    .string()
    .length(WRAPPED_CHARS, "Use the wrapped key in base64: 512 characters.")
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, "Use base64."),
});
export type ImportKey = z.output<typeof ImportKey>;
