import { z } from "zod";
import { Plan } from "@/lib/identity/workspaces/schema";
import { METADATA_GIVEN_TWICE, USE_DOMAIN } from "@/lib/platform/reasons/fields/identity";
import { id, Revision, Time, text } from "@/lib/platform/schema";

/** Roles that a rule can assign, weakest first. Only an owner can create another owner. */
export const MAPPED_ROLES = ["viewer", "builder", "admin"] as const;
const MappedRole = z.enum(MAPPED_ROLES);

const MAX_RULES = 50;
const MAX_ATTRIBUTE = 300;
const MAX_VALUE = 500;
const MAX_DOMAINS = 20;
/** One provider's metadata have a tenth of this size; a federation's are not accepted. */
export const MAX_METADATA_CHARS = 256 * 1_024;
const MAX_URL = 2_000;
/** The maximum length of a DNS name. */
const MAX_DOMAIN = 253;
const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

const Domain = text(MAX_DOMAIN)
  .transform((name) => name.trim().toLowerCase())
  .pipe(z.string().regex(DOMAIN, USE_DOMAIN));

/** Maps values of an attribute to roles. The strongest matching role applies, else the default role. */
export const RoleMapping = z.strictObject({
  /** Name of the attribute that the rules read; null for none, so that everyone gets the default role. */
  attribute: text(MAX_ATTRIBUTE).nullable().default(null),
  /** Roles by value of the attribute. The strongest role that applies wins. */
  rules: z
    .array(
      z.strictObject({
        /** Value of the attribute, exactly as the provider sends it. */
        value: text(MAX_VALUE).min(1),
        /** Role of people with this value. */
        role: MappedRole,
      }),
    )
    .max(MAX_RULES)
    .default([]),
  /** Role of people to whom no rule applies. Null: they are rejected. */
  default_role: MappedRole.nullable().default("viewer"),
});
export type RoleMapping = z.output<typeof RoleMapping>;

/** Without metadata the existing provider is kept. */
export const PutSso = z
  .strictObject({
    /** The provider's SAML metadata. Without it and `metadata_url`, the current provider is kept. */
    metadata_xml: text(MAX_METADATA_CHARS).min(1).optional(),
    /**
     * Address of the provider's SAML metadata, which is read when this request is sent. Cannot be combined with `metadata_xml`.
     */
    metadata_url: z
      .url({ protocol: /^https?$/ })
      .max(MAX_URL)
      .optional(),
    /** Domains of the addresses that can sign in. The operator must confirm each before it works. */
    domains: z.array(Domain).max(MAX_DOMAINS),
    /** Roles of people who sign in, by an attribute that the provider sends. */
    role_mapping: RoleMapping.default({ attribute: null, rules: [], default_role: "viewer" }),
    /** Whether members can sign in only by single sign-on. Requires a successful sign-in or test. */
    enforced: z.boolean().default(false),
    /** Whether people can begin at the provider. A sign-in then starts again here. */
    idp_initiated: z.boolean().default(false),
  })
  .refine(({ metadata_xml, metadata_url }) => metadata_xml === undefined || metadata_url === undefined, {
    error: METADATA_GIVEN_TWICE,
    path: ["metadata_url"],
  });
export type PutSso = z.output<typeof PutSso>;

/** A signing certificate of the provider. */
export const Certificate = z.strictObject({
  /** DER in base64. */
  certificate: z.string(),
  /** Hex SHA-256 of the DER. */
  fingerprint: z.string(),
  /** Subject of the certificate. */
  subject: z.string(),
  /** Time at which the certificate expires. */
  not_after: Time,
});
export type Certificate = z.output<typeof Certificate>;

const Connection = z.strictObject({
  /** Entity ID of the provider. */
  entity_id: z.string(),
  /** Address to which browsers are sent to sign in. */
  sso_url: z.string(),
  /** Address that the metadata came from; null if they were sent as XML. */
  metadata_url: z.string().nullable(),
  /** Certificates with which the provider signs. */
  certificates: z.array(
    Certificate.omit({ certificate: true }).extend({
      /** Whether it is still valid. `expiring`: it expires within 30 days. */
      state: z.enum(["valid", "expiring", "expired"]),
    }),
  ),
  /** Roles of people who sign in, by an attribute that the provider sends. */
  role_mapping: RoleMapping,
  /** Whether members can sign in only by single sign-on. */
  enforced: z.boolean(),
  /** Whether people can begin at the provider. A sign-in then starts again here. */
  idp_initiated: z.boolean(),
  /** The last successful sign-in or test; null before the first, and then enforcing is rejected. */
  last_success_at: Time.nullable(),
  updated_at: Time,
});

/** The workspace's single sign-on settings, and the values to enter at its identity provider. */
export const Sso = z.strictObject({
  /** Plan of the workspace. Single sign-on can be set up on `enterprise`. */
  plan: Plan,
  /** Values to enter at the identity provider. */
  service_provider: z.strictObject({
    /** Entity ID of this workspace. */
    entity_id: z.string(),
    /** Address to which the provider sends its responses. */
    acs_url: z.string(),
    /** Address of this workspace's SAML metadata, which contain both values. */
    metadata_url: z.string(),
  }),
  /** The connected identity provider; null for none. */
  connection: Connection.nullable(),
  /** Domains of the addresses that can sign in. */
  domains: z.array(
    z.strictObject({
      /** Name of the domain. */
      domain: z.string(),
      /** Time at which the operator confirmed it; null before, when it does not work yet. */
      confirmed_at: Time.nullable(),
    }),
  ),
  /** The owner with the break-glass code, which allows one sign-in by password. */
  break_glass: z
    .strictObject({
      member_id: id("mem"),
      /** Time at which the code was made. */
      created_at: Time,
    })
    .nullable(),
  /** Changes with each change of the provider, its roles, the domains and the requirement. A sign-in or test does not change it. */
  revision: Revision,
});
export type Sso = z.output<typeof Sso>;

/** The URL that the browser opens for a test. */
export const SsoTestStarted = z.strictObject({ url: z.string() });

/** The result of the caller's last test; `none` if it is older than ten minutes. A test opens no session. */
export const SsoTest = z.strictObject({
  state: z.enum(["none", "waiting", "worked", "refused"]),
  /** The reason of a refusal; null otherwise. */
  reason: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** The provider's data after the signature was verified; null before. */
  received: z
    .strictObject({
      name_id: z.string(),
      attributes: z.array(z.strictObject({ name: z.string(), values: z.array(z.string()) })),
    })
    .nullable(),
  /** The user that a sign-in with this response would admit; null if it would be refused. */
  would_be: z.strictObject({ email: z.string(), name: z.string(), role: MappedRole }).nullable(),
});
export type SsoTest = z.output<typeof SsoTest>;

/** Returned once. */
export const BreakGlassCode = z.strictObject({ code: z.string() });
