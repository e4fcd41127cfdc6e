import { z } from "zod";
import { Plan } from "@/lib/identity/workspaces/schema";
import { id, Time, text } from "@/lib/platform/schema";

/** Roles that a rule may give, from the weakest to the strongest: who may do everything is made by an owner alone. */
export const MAPPED_ROLES = ["viewer", "builder", "admin"] as const;
const MappedRole = z.enum(MAPPED_ROLES);

const MAX_RULES = 50;
const MAX_ATTRIBUTE = 300;
const MAX_VALUE = 500;
const MAX_DOMAINS = 20;
/** Metadata of one provider has a tenth of it; a federation's, with thousands, is not what is asked for. */
export const MAX_METADATA_CHARS = 256 * 1_024;
const MAX_URL = 2_000;
/** The longest name that DNS knows. */
const MAX_DOMAIN = 253;
const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

const Domain = text(MAX_DOMAIN)
  .transform((name) => name.trim().toLowerCase())
  .pipe(z.string().regex(DOMAIN, "Use a domain such as example.com."));

/** Which values of an attribute give which role. The strongest that fits counts; without any, the default one. */
export const RoleMapping = z.strictObject({
  attribute: text(MAX_ATTRIBUTE).nullable().default(null),
  rules: z
    .array(z.strictObject({ value: text(MAX_VALUE).min(1), role: MappedRole }))
    .max(MAX_RULES)
    .default([]),
  /** null: whom no rule fits is not let in. */
  default_role: MappedRole.nullable().default("viewer"),
});
export type RoleMapping = z.output<typeof RoleMapping>;

/** Without metadata, those of the connection that there is stay. */
export const PutSso = z
  .strictObject({
    metadata_xml: text(MAX_METADATA_CHARS).min(1).optional(),
    metadata_url: z
      .url({ protocol: /^https?$/ })
      .max(MAX_URL)
      .optional(),
    domains: z.array(Domain).max(MAX_DOMAINS),
    role_mapping: RoleMapping.default({ attribute: null, rules: [], default_role: "viewer" }),
    enforced: z.boolean().default(false),
    idp_initiated: z.boolean().default(false),
  })
  .refine(({ metadata_xml, metadata_url }) => metadata_xml === undefined || metadata_url === undefined, {
    error: "Send the metadata or their address, not both.",
    path: ["metadata_url"],
  });
export type PutSso = z.output<typeof PutSso>;

/** A certificate that the provider signs with. */
export const Certificate = z.strictObject({
  /** DER in base64. */
  certificate: z.string(),
  /** Hex SHA-256 of the DER. */
  fingerprint: z.string(),
  subject: z.string(),
  not_after: Time,
});
export type Certificate = z.output<typeof Certificate>;

const Connection = z.strictObject({
  entity_id: z.string(),
  sso_url: z.string(),
  metadata_url: z.string().nullable(),
  certificates: z.array(
    Certificate.omit({ certificate: true }).extend({
      /** `expiring`: within 30 days. */
      state: z.enum(["valid", "expiring", "expired"]),
    }),
  ),
  role_mapping: RoleMapping,
  enforced: z.boolean(),
  idp_initiated: z.boolean(),
  /** The last sign-in or test that went to its end; null before the first, and then enforcing is refused. */
  last_success_at: Time.nullable(),
  updated_at: Time,
});

/** The workspace's single sign-on, and what its identity provider is to be told. */
export const Sso = z.strictObject({
  plan: Plan,
  service_provider: z.strictObject({ entity_id: z.string(), acs_url: z.string(), metadata_url: z.string() }),
  connection: Connection.nullable(),
  domains: z.array(z.strictObject({ domain: z.string(), confirmed_at: Time.nullable() })),
  /** The owner who holds the code that opens an enforced workspace once, by password. */
  break_glass: z.strictObject({ member_id: id("mem"), created_at: Time }).nullable(),
});
export type Sso = z.output<typeof Sso>;

/** Where to send the browser for a test. */
export const SsoTestStarted = z.strictObject({ url: z.string() });

/** What came of one's own last test; `none` if it was more than ten minutes ago. No session was opened by it. */
export const SsoTest = z.strictObject({
  state: z.enum(["none", "waiting", "worked", "refused"]),
  /** Why it was refused; null otherwise. */
  reason: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** What the provider sent, once its signature was found right; null before. */
  received: z
    .strictObject({
      name_id: z.string(),
      attributes: z.array(z.strictObject({ name: z.string(), values: z.array(z.string()) })),
    })
    .nullable(),
  /** Whom a sign-in with it would open a session for; null where it would not. */
  would_be: z.strictObject({ email: z.string(), name: z.string(), role: MappedRole }).nullable(),
});
export type SsoTest = z.output<typeof SsoTest>;

/** Shown once. */
export const BreakGlassCode = z.strictObject({ code: z.string() });
