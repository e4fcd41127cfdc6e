import { z } from "zod";
import { ROLES } from "@/lib/platform/context";
import { USE_NETWORK } from "@/lib/platform/reasons/fields/identity";
import { id, nonBlankText, pageOf, pageQuery, Time } from "@/lib/platform/schema";
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
  .refine((text) => normalizeNetwork(text) !== null, USE_NETWORK)
  .overwrite((text) => normalizeNetwork(text) ?? text);

/** Networks from which a key can be used; an empty list means from anywhere. */
const AllowedAddresses = z.array(Network).max(MAX_NETWORKS);

export const CreateKey = z.strictObject({
  /** Name of the key for people, such as the program that uses it. */
  name: nonBlankText(MAX_NAME),
  /** Role of the key, at most that of the caller. */
  role: KeyRole,
  /** Environment whose records the key reads and changes. A `test` key reaches no real person. */
  environment: KeyEnvironment,
  /** When the key expires; never, if omitted or null. */
  expires_at: z.iso.datetime({ offset: true }).nullable().optional(),
  /** Networks from which the key can be used; from anywhere, if empty or omitted. */
  allowed_addresses: AllowedAddresses.optional(),
});
export type CreateKey = z.output<typeof CreateKey>;

export const UpdateKey = z.strictObject({
  /** Name of the key for people. */
  name: nonBlankText(MAX_NAME).optional(),
  /** Networks from which the key can be used, which replace all current ones; from anywhere if empty. */
  allowed_addresses: AllowedAddresses.optional(),
});
export type UpdateKey = z.output<typeof UpdateKey>;

/**
 * How long the previous secret keeps working. The default is 0: most rotations follow a leak, and then every
 * minute counts.
 */
export const RotateKey = z.strictObject({
  /** Minutes for which the previous secret also works. */
  overlap_minutes: z.number().int().min(0).max(MAX_OVERLAP_MINUTES).default(0),
});
export type RotateKey = z.output<typeof RotateKey>;

export const KeyParams = z.strictObject({ id: id("key") });

export const Key = z.object({
  /** Identifier of the key, `key_…`. */
  id: z.string(),
  /** Name of the key for people. */
  name: z.string(),
  /** Role that the key was created with. */
  role: KeyRole,
  /**
   * The current role: the key's role, or its creator's role if that is weaker. Null once the creator has
   * left: the key does not work until an admin takes it over.
   */
  effective_role: KeyRole.nullable(),
  environment: KeyEnvironment,
  /** Last four characters of the secret, to recognize it. */
  hint: z.string(),
  /** Networks from which the key can be used, in CIDR notation; from anywhere if empty. */
  allowed_addresses: z.array(z.string()),
  /** The member responsible for the key. */
  created_by: z.string(),
  created_at: Time,
  /** Time after which the key does not work; null for never. */
  expires_at: Time.nullable(),
  /** Time of the last request with the key; null if there was none. */
  last_used_at: Time.nullable(),
});
export type Key = z.output<typeof Key>;
export const KeyPage = pageOf(Key);
export const ListKeys = z.strictObject(pageQuery);

/** The response to a creation or a rotation. The response to a repeated request omits the secret. */
export const KeyWithSecret = Key.extend({
  /** The key, `prl_live_…` or `prl_test_…`. It is shown only in this response. */
  secret: z.string().optional(),
});
export type KeyWithSecret = z.output<typeof KeyWithSecret>;
