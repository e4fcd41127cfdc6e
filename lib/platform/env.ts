import { resolve } from "node:path";
import { z } from "zod";

/** An unset variable and an empty one are the same: compose files and shells write `NAME=` for "not set". */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((v) => (v === "" ? undefined : v), schema.optional());

const port = z.coerce.number().int().min(1).max(65_535);

/** `host` and `host:port`, with commas between them, in lower case. */
const hosts = z
  .string()
  .default("")
  .transform((list) =>
    list
      .split(",")
      .map((h) => h.trim().toLowerCase())
      .filter((h) => h !== ""),
  );

/** A bucket without what opens it is a mistake that must show at the start, not with the first recording. */
const S3_NEEDED = ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** A mail without a sender, or whose links lead to this machine alone, helps nobody. */
const SMTP_NEEDED = ["MAIL_FROM", "PARLEY_BASE_URL"] as const;

const Price = z.number().nonnegative().max(1_000_000);
/** What the operator pays each provider, by `part:provider`. */
const Prices = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/),
  prices: z.record(
    z.string().regex(/^(model|voice|transcriber|telephone):[a-z0-9._-]{1,100}$/),
    z.strictObject({
      per_minute: Price.optional(),
      per_turn: Price.optional(),
      per_call: Price.optional(),
    }),
  ),
});
/** JSON as text; what is none fails with the rest. */
const prices = z
  .string()
  .transform((text, refused) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      refused.addIssue({ code: "custom", message: "is no JSON" });
      return z.NEVER;
    }
  })
  .pipe(Prices);

/** Every variable that the product reads. `.env.example` shows each, and a test holds the two together. */
const Variables = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  PORT: port.default(3000),
  SERVER_PORT: optional(port),
  HOST: z.string().min(1).default("127.0.0.1"),
  PAGES_PORT: optional(port),
  METRICS_PORT: optional(port.max(65_534)),
  METRICS_TOKEN: optional(
    z.string().regex(/^[!-~]{32,200}$/, "needs 32 to 200 letters, digits and signs, without spaces"),
  ),
  DATA_DIR: z
    .string()
    .min(1)
    .default(".data")
    .transform((dir) => resolve(dir)),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  PARLEY_BASE_URL: optional(z.url({ protocol: /^https?$/ })),
  PARLEY_VOICE_URL: optional(z.url({ protocol: /^https?$/ })),
  PARLEY_DEMO: z.enum(["0", "1"]).default("1"),
  PARLEY_INIT_WORKSPACE: optional(z.string().min(1).max(200)),
  PARLEY_INIT_OWNER_EMAIL: optional(z.email()),
  PARLEY_INIT_OWNER_PASSWORD: optional(z.string().min(12).max(200)),
  PARLEY_INIT_API_KEY: optional(z.string().regex(/^prl_live_[A-Za-z0-9]{16,32}_[A-Za-z0-9]{32,}$/)),
  TLS_CERT: optional(z.string().min(1)),
  TLS_KEY: optional(z.string().min(1)),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  TOOL_ALLOWED_HOSTS: hosts,
  PLAINTEXT_HOSTS: hosts,
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: optional(z.string().min(3).max(320)),
  BACKUP_DATA_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  BACKUP_KEY_DAYS: z.coerce.number().int().min(1).max(365).default(7),
  BACKUP_PASSPHRASE_FILE: optional(z.string().min(1)),
  S3_BUCKET: optional(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "is no name of a bucket")),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]*$/, "is no name of a region")
    .default("")
    .transform((region) => (region === "" ? "us-east-1" : region)),
  S3_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  S3_ACCESS_KEY_ID: optional(z.string().min(1)),
  S3_SECRET_ACCESS_KEY: optional(z.string().min(1)),
  S3_PREFIX: z
    .string()
    .regex(
      /^(?:[A-Za-z0-9][A-Za-z0-9._-]*\/)*$/,
      "is folders of letters, digits, dots and dashes, each with a slash behind",
    )
    .default(""),
  PROVIDER_PRICES: optional(prices),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
});

const LOOPBACK = new Set(["", "localhost", "127.0.0.1", "[::1]"]);
/** What PostgreSQL's `sslmode` says of a connection that is encrypted or not made at all. */
const SSL_MODES = new Set(["require", "verify-ca", "verify-full"]);

/** Whether a URL's host is this machine, or one that the operator wants to be reached in the clear. */
function mayBePlain({ hostname, port }: URL, listed: readonly string[]): boolean {
  const host = hostname.toLowerCase();
  return LOOPBACK.has(host) || listed.includes(host) || listed.includes(`${host}:${port}`);
}

/** Every connection that leaves this machine is encrypted (product.md, "Hardening"); what would not be is told at the start. */
function plainConnections(values: z.output<typeof Variables>): [name: string, message: string][] {
  const found: [string, string][] = [];
  const { DATABASE_URL, S3_BUCKET, S3_ENDPOINT, PLAINTEXT_HOSTS } = values;
  if (DATABASE_URL !== undefined) {
    const url = new URL(DATABASE_URL);
    const isEncrypted = SSL_MODES.has(url.searchParams.get("sslmode") ?? "");
    if (!isEncrypted && !mayBePlain(url, PLAINTEXT_HOSTS))
      found.push([
        "DATABASE_URL",
        "would go in the clear: add sslmode=verify-full (or require), or list its host in PLAINTEXT_HOSTS",
      ]);
  }
  if (S3_BUCKET !== undefined && S3_ENDPOINT?.startsWith("http:")) {
    if (!mayBePlain(new URL(S3_ENDPOINT), PLAINTEXT_HOSTS))
      found.push(["S3_ENDPOINT", "would go in the clear: use https, or list its host in PLAINTEXT_HOSTS"]);
  }
  return found;
}

/** The worker's figures have the port above METRICS_PORT; none of both may be another process's (pages: PORT + 1 unless told). */
function takenPorts({ METRICS_PORT: at, PORT, PAGES_PORT = PORT + 1 }: z.output<typeof Variables>): boolean {
  return at !== undefined && [PORT, PAGES_PORT].some((port) => port === at || port === at + 1);
}

const Env = Variables.superRefine((values, problems) => {
  const need = (cause: "S3_BUCKET" | "SMTP_URL", names: readonly (keyof typeof values)[]) => {
    if (values[cause] === undefined) return;
    for (const name of names.filter((one) => values[one] === undefined))
      problems.addIssue({ code: "custom", path: [name], message: `is needed where ${cause} is set` });
  };
  need("S3_BUCKET", S3_NEEDED);
  need("SMTP_URL", SMTP_NEEDED);
  const add = (name: string, message: string) => problems.addIssue({ code: "custom", path: [name], message });
  if ((values.TLS_CERT === undefined) !== (values.TLS_KEY === undefined))
    add(
      values.TLS_CERT === undefined ? "TLS_CERT" : "TLS_KEY",
      "is needed too: TLS_CERT and TLS_KEY go together",
    );
  if (takenPorts(values))
    add("METRICS_PORT", "and the port above it must be others than PORT and PAGES_PORT (PORT + 1)");
  for (const [name, message] of plainConnections(values)) add(name, message);
});
export type Env = z.output<typeof Env>;

/** Reads and checks the environment. Throws one error that names every variable that is wrong and what it must be. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const parsed = Env.safeParse(source);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(
    `The environment is not valid.\n${lines.map((line) => `  ${line}`).join("\n")}\nSee .env.example.`,
  );
}

export const env: Env = readEnv(process.env);

/** Whether browsers reach the product over TLS: by its own certificate, or by a proxy's. */
export const overTls: boolean =
  env.TLS_CERT !== undefined || env.PARLEY_BASE_URL?.startsWith("https:") === true;
