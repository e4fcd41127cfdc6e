import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { findRootKeyProblems, ROOT_KEY_SOURCES } from "./root-key-settings";
import { TELEMETRY_ENDPOINTS, TELEMETRY_VARIABLES } from "./telemetry-variables";

/** An empty variable counts as unset: compose files and shells write `NAME=` for "not set". */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((v) => (v === "" ? undefined : v), schema.optional());

const port = z.coerce.number().int().min(1).max(65_535);

/** `20000-20999`: UDP ports, an even one and the next for each call. */
const portRange = z
  .string()
  .default("")
  .transform((text) => (text === "" ? "20000-20999" : text))
  .pipe(z.string().regex(/^[0-9]{4,5}-[0-9]{4,5}$/, "is not a range of ports such as 20000-20999"))
  .transform((text) => {
    const [min = 0, max = 0] = text.split("-").map(Number);
    return { min, max };
  })
  .refine(
    ({ min, max }) => min >= 1_024 && max <= 65_535 && max - min >= 3,
    "is not a range of ports such as 20000-20999",
  );

/** Comma-separated `host` and `host:port` entries, in lower case. */
const hosts = z
  .string()
  .default("")
  .transform((list) =>
    list
      .split(",")
      .map((h) => h.trim().toLowerCase())
      .filter((h) => h !== ""),
  );

/** Variables that DATABASE_DIRECT_URL requires: without a pooler, only DATABASE_URL is set. */
const REQUIRED_FOR_POOLER = ["DATABASE_URL"] as const;

/** Variables that S3_BUCKET requires. A missing one must fail at startup, not at the first recording. */
const REQUIRED_FOR_S3 = ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** Variables that SMTP_URL requires: a sender, and the public address that links in mails lead to. */
const REQUIRED_FOR_SMTP = ["MAIL_FROM", "PARLEY_BASE_URL"] as const;

const PriceSchema = z.number().nonnegative().max(1_000_000);
/** The prices that the operator pays each provider, by `part:provider`. */
const PricesSchema = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/),
  prices: z.record(
    z.string().regex(/^(model|voice|transcriber|telephone):[a-z0-9._-]{1,100}$/),
    z.strictObject({
      per_minute: PriceSchema.optional(),
      per_turn: PriceSchema.optional(),
      per_call: PriceSchema.optional(),
    }),
  ),
});
/** JSON text. Invalid JSON is reported together with all other problems. */
const pricesJson = z
  .string()
  .transform((text, issues) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      issues.addIssue({ code: "custom", message: "is not valid JSON" });
      return z.NEVER;
    }
  })
  .pipe(PricesSchema);

/** A mount of Vault: path segments without a slash at either end. */
const VAULT_PATH = /^[\w.-]{1,100}(?:\/[\w.-]{1,100}){0,5}$/;
const vaultPath = (mount: string) =>
  z
    .string()
    .default("")
    .transform((path) => (path === "" ? mount : path))
    .pipe(z.string().regex(VAULT_PATH, "is not a path of Vault"));

/** Every environment variable that the product reads. A test compares the list with `.env.example`. */
const Variables = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  PORT: port.default(3000),
  SERVER_PORT: optional(port),
  HOST: z.string().min(1).default("127.0.0.1"),
  PAGES_PORT: optional(port),
  METRICS_PORT: optional(port.max(65_533)),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  METRICS_TOKEN: optional(
    z
      .string()
      .regex(/^[!-~]{32,200}$/, "needs 32 to 200 letters, digits and punctuation marks, without spaces"),
  ),
  DATA_DIR: z
    .string()
    .min(1)
    .default(".data")
    .transform((dir) => resolve(dir)),
  ROOT_KEY_SOURCE: z.enum(ROOT_KEY_SOURCES).default("file"),
  ROOT_KEY: optional(z.string()),
  KMS_KEY_ID: optional(z.string().max(2_048)),
  AWS_REGION: optional(z.string().regex(/^[a-z0-9-]{1,40}$/, "is not a valid region name")),
  AWS_ACCESS_KEY_ID: optional(z.string()),
  AWS_SECRET_ACCESS_KEY: optional(z.string()),
  AWS_SESSION_TOKEN: optional(z.string()),
  AWS_ROLE_ARN: optional(z.string()),
  AWS_WEB_IDENTITY_TOKEN_FILE: optional(z.string()),
  AWS_CONTAINER_CREDENTIALS_FULL_URI: optional(z.string()),
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: optional(z.string()),
  AWS_CONTAINER_AUTHORIZATION_TOKEN: optional(z.string()),
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: optional(z.string()),
  AWS_ENDPOINT_URL_KMS: optional(z.string()),
  AWS_ENDPOINT_URL_STS: optional(z.string()),
  VAULT_ADDR: optional(z.string()),
  VAULT_NAMESPACE: optional(z.string().max(500)),
  VAULT_CACERT: optional(z.string()),
  VAULT_TRANSIT_MOUNT: vaultPath("transit"),
  VAULT_TRANSIT_KEY: optional(z.string().regex(/^[\w.-]{1,200}$/, "is not the name of a transit key")),
  VAULT_AUTH_MOUNT: optional(z.string().regex(VAULT_PATH, "is not a path of Vault")),
  VAULT_TOKEN: optional(z.string()),
  VAULT_TOKEN_FILE: optional(z.string()),
  VAULT_ROLE_ID: optional(z.string()),
  VAULT_SECRET_ID: optional(z.string()),
  VAULT_KUBERNETES_ROLE: optional(z.string()),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_DIRECT_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_NAMED_STATEMENTS: z.enum(["0", "1"]).default("0"),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  DATABASE_SLOW_MS: z.coerce.number().int().min(1).max(30_000).default(1_000),
  PARLEY_BASE_URL: optional(
    z.url({ protocol: /^https?$/, error: "is not an address that begins with https:// or http://" }),
  ),
  PARLEY_VOICE_URL: optional(z.url({ protocol: /^https?$/ })),
  DRAIN_SECONDS: optional(z.coerce.number().int().min(0).max(14_400)),
  VOICE_MAX_CALLS: optional(z.coerce.number().int().min(1).max(10_000)),
  GATEWAY_URL: optional(z.url({ protocol: /^https?$/, error: "is not an http or https address" })),
  SIP_ADDRESS: optional(
    z.string().refine((text) => isIP(text) > 0, "is not an IP address; a name belongs in SIP_HOST"),
  ),
  SIP_HOST: optional(
    z.string().regex(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/, "is not a host name in lower case"),
  ),
  SIP_BIND: z.string().min(1).default("0.0.0.0"),
  SIP_TLS_PORT: port.default(5_061),
  SIP_TCP_PORT: optional(port),
  RTP_PORTS: portRange,
  STIR_TRUST_ANCHORS: optional(z.string().min(1)),
  VOICE_REPLY_DRAFTS: z.enum(["0", "1"]).default("1"),
  PARLEY_DEMO: z.enum(["0", "1"]).default("1"),
  PARLEY_INIT_WORKSPACE: optional(z.string().min(1).max(200)),
  PARLEY_INIT_OWNER_EMAIL: optional(z.email()),
  PARLEY_INIT_OWNER_PASSWORD: optional(z.string().min(12).max(200)),
  PARLEY_INIT_API_KEY: optional(z.string().regex(/^prl_live_[A-Za-z0-9]{16,32}_[A-Za-z0-9]{32,}$/)),
  TLS_CERT: optional(z.string().min(1)),
  TLS_KEY: optional(z.string().min(1)),
  TRUST_PROXY: z.coerce.number("is not a number of proxies, such as 1").int().min(0).max(10).default(0),
  TOOL_ALLOWED_HOSTS: hosts,
  PLAINTEXT_HOSTS: hosts,
  SPEECH_MODELS_DIR: optional(
    z
      .string()
      .min(1)
      .transform((dir) => resolve(dir)),
  ),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_ON: optional(z.enum(["0", "1"])),
  MAIL_FROM: optional(z.string().min(3).max(320)),
  BACKUP_DATA_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  BACKUP_KEY_DAYS: z.coerce.number().int().min(1).max(365).default(7),
  BACKUP_PASSPHRASE_FILE: optional(z.string().min(1)),
  S3_BUCKET: optional(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "is not a valid bucket name")),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]*$/, "is not a valid region name")
    .default("")
    .transform((region) => (region === "" ? "us-east-1" : region)),
  S3_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  S3_ACCESS_KEY_ID: optional(z.string().min(1)),
  S3_SECRET_ACCESS_KEY: optional(z.string().min(1)),
  S3_PREFIX: z
    .string()
    .regex(
      /^(?:[A-Za-z0-9][A-Za-z0-9._-]*\/)*$/,
      "must be folder names of letters, digits, dots and dashes, each followed by a slash",
    )
    .default(""),
  PROVIDER_PRICES: optional(pricesJson),
  ...TELEMETRY_VARIABLES,
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
});

const LOOPBACK = new Set(["", "localhost", "127.0.0.1", "[::1]"]);
/** Addresses to listen on that only programs on this machine can reach. */
export const LOOPBACK_ADDRESSES: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "::1"]);
/** PostgreSQL `sslmode` values that never fall back to an unencrypted connection. */
const SSL_MODES = new Set(["require", "verify-ca", "verify-full"]);

/** Whether the URL's host is this machine or is listed in PLAINTEXT_HOSTS. */
export function isPlaintextAllowed({ hostname, port }: URL, plaintextHosts: readonly string[]): boolean {
  const host = hostname.toLowerCase();
  return LOOPBACK.has(host) || plaintextHosts.includes(host) || plaintextHosts.includes(`${host}:${port}`);
}

/**
 * Finds configured connections that would leave this machine unencrypted (product.md, "Hardening"). The start
 * refuses them.
 */
function findPlaintextConnections(values: z.output<typeof Variables>): [name: string, message: string][] {
  const problems: [string, string][] = [];
  const { S3_BUCKET, S3_ENDPOINT, PLAINTEXT_HOSTS } = values;
  for (const name of ["DATABASE_URL", "DATABASE_DIRECT_URL"] as const) {
    const value = values[name];
    if (value === undefined) continue;
    const url = new URL(value);
    const isEncrypted = SSL_MODES.has(url.searchParams.get("sslmode") ?? "");
    if (!isEncrypted && !isPlaintextAllowed(url, PLAINTEXT_HOSTS))
      problems.push([
        name,
        "would be unencrypted: add sslmode=verify-full (or require), or list its host in PLAINTEXT_HOSTS",
      ]);
  }
  if (S3_BUCKET !== undefined && S3_ENDPOINT?.startsWith("http:")) {
    if (!isPlaintextAllowed(new URL(S3_ENDPOINT), PLAINTEXT_HOSTS))
      problems.push(["S3_ENDPOINT", "would be unencrypted: use https, or list its host in PLAINTEXT_HOSTS"]);
  }
  for (const name of TELEMETRY_ENDPOINTS) {
    const value = values[name];
    if (value?.startsWith("http:") && !isPlaintextAllowed(new URL(value), PLAINTEXT_HOSTS))
      problems.push([name, "would be unencrypted: use https, or list its host in PLAINTEXT_HOSTS"]);
  }
  return problems;
}

/** Processes of one machine with a port for metrics: the server or gateway, the worker, and the pages. */
const METRICS_PORTS = 3;

/**
 * Whether METRICS_PORT, or one of the two ports above it, is another process's. The server's metrics use METRICS_PORT,
 * the worker's the next port, and the pages' the one after it. The pages use PAGES_PORT, by default PORT + 1.
 */
function hasPortConflict(values: z.output<typeof Variables>): boolean {
  const { METRICS_PORT: metricsPort, PORT, PAGES_PORT = PORT + 1 } = values;
  return (
    metricsPort !== undefined &&
    [PORT, PAGES_PORT].some((port) => port >= metricsPort && port < metricsPort + METRICS_PORTS)
  );
}

const Env = Variables.superRefine((values, issues) => {
  const requireWith = (
    cause: "DATABASE_DIRECT_URL" | "S3_BUCKET" | "SMTP_URL",
    names: readonly (keyof typeof values)[],
  ) => {
    if (values[cause] === undefined) return;
    for (const name of names.filter((required) => values[required] === undefined))
      issues.addIssue({ code: "custom", path: [name], message: `is required when ${cause} is set` });
  };
  requireWith("DATABASE_DIRECT_URL", REQUIRED_FOR_POOLER);
  requireWith("S3_BUCKET", REQUIRED_FOR_S3);
  requireWith("SMTP_URL", REQUIRED_FOR_SMTP);
  const addIssue = (name: string, message: string) =>
    issues.addIssue({ code: "custom", path: [name], message });
  if ((values.TLS_CERT === undefined) !== (values.TLS_KEY === undefined))
    addIssue(
      values.TLS_CERT === undefined ? "TLS_CERT" : "TLS_KEY",
      "is required too: set TLS_CERT and TLS_KEY together",
    );
  if (hasPortConflict(values))
    addIssue(
      "METRICS_PORT",
      "and the two ports above it must differ from PORT and PAGES_PORT (by default PORT + 1)",
    );
  if (values.METRICS_TOKEN === undefined && !LOOPBACK_ADDRESSES.has(values.METRICS_HOST))
    addIssue("METRICS_TOKEN", "is required when METRICS_HOST is not this machine's loopback address");
  for (const name of ["DATABASE_URL", "DATABASE_DIRECT_URL"] as const) {
    const url = values[name];
    if (url !== undefined && new URL(url).searchParams.has("options"))
      addIssue(name, "must not have `options`: they would replace the role of Parley's connections");
  }
  for (const [name, message] of findPlaintextConnections(values)) addIssue(name, message);
  const isAllowed = (url: URL) => isPlaintextAllowed(url, values.PLAINTEXT_HOSTS);
  for (const [name, message] of findRootKeyProblems(values, isAllowed)) addIssue(name, message);
});
export type Env = z.output<typeof Env>;

/** The names of all variables that the product reads. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(Variables.shape);

/** Variable of the environment that is not valid, and what it must be. The message does not repeat the value. */
export type EnvProblem = { name: string; message: string };

/** Parses the environment, or lists every invalid variable. */
export function parseEnv(
  source: Record<string, string | undefined>,
): { env: Env; problems: null } | { env: null; problems: EnvProblem[] } {
  const parsed = Env.safeParse(source);
  if (parsed.success) return { env: parsed.data, problems: null };
  const problems = parsed.error.issues.map(({ path, message }) => ({ name: path.join("."), message }));
  return { env: null, problems };
}

/**
 * Parses and validates the environment. Throws one error that lists every invalid variable and what it must
 * be.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const { env, problems } = parseEnv(source);
  if (env !== null) return env;
  const lines = problems.map(({ name, message }) => `  ${name}: ${message}`);
  throw new Error(`The environment is not valid.\n${lines.join("\n")}\nSee .env.example.`);
}
