import { z } from "zod";
import { ROLES } from "@/lib/context";
import { id, Time, words } from "@/lib/schema";

const MAX_NAME = 200;
/** A week: long enough for a change that waits for the next release of whoever holds the key. */
const MAX_OVERLAP_MINUTES = 10_080;

export const KeyRole = z.enum(ROLES);
export const KeyEnvironment = z.enum(["live", "test"]);

export const CreateKey = z.strictObject({
  name: words(MAX_NAME),
  role: KeyRole,
  environment: KeyEnvironment,
  /** When it stops working; never, if left out or null. */
  expires_at: z.iso.datetime({ offset: true }).nullable().optional(),
});
export type CreateKey = z.output<typeof CreateKey>;

/**
 * How long the former secret goes on working. 0 unless told: a rotation is asked for after a leak more often than on a
 * schedule, and then every minute counts.
 */
export const RotateKey = z.strictObject({
  overlap_minutes: z.number().int().min(0).max(MAX_OVERLAP_MINUTES).default(0),
});
export type RotateKey = z.output<typeof RotateKey>;

export const KeyParams = z.strictObject({ id: id("key") });

export const Key = z.object({
  id: z.string(),
  name: z.string(),
  role: KeyRole,
  environment: KeyEnvironment,
  hint: z.string(),
  created_by: z.string(),
  created_at: Time,
  expires_at: Time.nullable(),
  last_used_at: Time.nullable(),
});
export type Key = z.output<typeof Key>;

/** The answer of the creation and of a rotation alone; a repeated request is answered without the secret. */
export const KeyWithSecret = Key.extend({ secret: z.string().optional() });
export type KeyWithSecret = z.output<typeof KeyWithSecret>;
