import { z } from "zod";
import { ROLES } from "@/lib/platform/context";
import { id, Time, words } from "@/lib/platform/schema";
import { networkOf } from "./networks";

const MAX_NAME = 200;
/** A week: long enough for a change that waits for the next release of whoever holds the key. */
const MAX_OVERLAP_MINUTES = 10_080;

export const KeyRole = z.enum(ROLES);
export const KeyEnvironment = z.enum(["live", "test"]);

/** More networks than any program is spread over. */
const MAX_NETWORKS = 50;
/** Longer than any text of a network. */
const MAX_NETWORK_CHARS = 60;

/** An address or a network in CIDR form, in its one form: `203.0.113.7/32`, `2001:db8::/32`. */
const Network = z
  .string()
  .trim()
  .max(MAX_NETWORK_CHARS)
  .refine(
    (text) => networkOf(text) !== null,
    "Use an address or a network such as 203.0.113.0/24 or 2001:db8::/32.",
  )
  .overwrite((text) => networkOf(text) ?? text);

/** From where a key may be used; an empty list: from anywhere. */
const AllowedAddresses = z.array(Network).max(MAX_NETWORKS);

export const CreateKey = z.strictObject({
  name: words(MAX_NAME),
  role: KeyRole,
  environment: KeyEnvironment,
  /** When it stops working; never, if left out or null. */
  expires_at: z.iso.datetime({ offset: true }).nullable().optional(),
  /** Networks that requests with it may come from; from anywhere, if empty or left out. */
  allowed_addresses: AllowedAddresses.optional(),
});
export type CreateKey = z.output<typeof CreateKey>;

export const UpdateKey = z.strictObject({
  name: words(MAX_NAME).optional(),
  allowed_addresses: AllowedAddresses.optional(),
});
export type UpdateKey = z.output<typeof UpdateKey>;

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
  /**
   * What it may do now: its role, or that of the member who answers for it, where that is weaker. Null where they have
   * left: the key does not work until an admin takes it over.
   */
  effective_role: KeyRole.nullable(),
  environment: KeyEnvironment,
  hint: z.string(),
  allowed_addresses: z.array(z.string()),
  /** The member who answers for it. */
  created_by: z.string(),
  created_at: Time,
  expires_at: Time.nullable(),
  last_used_at: Time.nullable(),
});
export type Key = z.output<typeof Key>;

/** The answer of the creation and of a rotation alone; a repeated request is answered without the secret. */
export const KeyWithSecret = Key.extend({ secret: z.string().optional() });
export type KeyWithSecret = z.output<typeof KeyWithSecret>;
