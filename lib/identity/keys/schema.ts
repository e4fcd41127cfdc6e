import { z } from "zod";
import { ROLES } from "@/lib/platform/context";
import { id, nonBlankText, Time } from "@/lib/platform/schema";
import { normalizeNetwork } from "./networks";

const MAX_NAME = 200;
/** A week: long enough for a client that replaces its key with its next release. */
const MAX_OVERLAP_MINUTES = 10_080;

export const KeyRole = z.enum(ROLES);
export const KeyEnvironment = z.enum(["live", "test"]);

/** More networks than one client program uses. */
const MAX_NETWORKS = 50;
/** Longer than any network in CIDR notation. */
const MAX_NETWORK_CHARS = 60;

/** An address or a network, normalized to CIDR notation: `203.0.113.7/32`, `2001:db8::/32`. */
const Network = z
  .string()
  .trim()
  .max(MAX_NETWORK_CHARS)
  .refine(
    (text) => normalizeNetwork(text) !== null,
    "Use an address or a network such as 203.0.113.0/24 or 2001:db8::/32.",
  )
  .overwrite((text) => normalizeNetwork(text) ?? text);

/** Networks from which a key can be used; an empty list means from anywhere. */
const AllowedAddresses = z.array(Network).max(MAX_NETWORKS);

export const CreateKey = z.strictObject({
  name: nonBlankText(MAX_NAME),
  role: KeyRole,
  environment: KeyEnvironment,
  /** When the key expires; never, if omitted or null. */
  expires_at: z.iso.datetime({ offset: true }).nullable().optional(),
  /** Networks from which the key can be used; from anywhere, if empty or omitted. */
  allowed_addresses: AllowedAddresses.optional(),
});
export type CreateKey = z.output<typeof CreateKey>;

export const UpdateKey = z.strictObject({
  name: nonBlankText(MAX_NAME).optional(),
  allowed_addresses: AllowedAddresses.optional(),
});
export type UpdateKey = z.output<typeof UpdateKey>;

/**
 * How long the previous secret keeps working. The default is 0: most rotations follow a leak, and then every
 * minute counts.
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
   * The current role: the key's role, or its creator's role if that is weaker. Null once the creator has
   * left: the key does not work until an admin takes it over.
   */
  effective_role: KeyRole.nullable(),
  environment: KeyEnvironment,
  hint: z.string(),
  allowed_addresses: z.array(z.string()),
  /** The member responsible for the key. */
  created_by: z.string(),
  created_at: Time,
  expires_at: Time.nullable(),
  last_used_at: Time.nullable(),
});
export type Key = z.output<typeof Key>;

/** The response to a creation or a rotation. The response to a repeated request omits the secret. */
export const KeyWithSecret = Key.extend({ secret: z.string().optional() });
export type KeyWithSecret = z.output<typeof KeyWithSecret>;
