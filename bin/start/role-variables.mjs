// Which of Parley's variables each process gets. A process that is taken over reads no secret that it does not need. A test
// compares the lists with lib/platform/read-env.ts: a new variable belongs into one of them.

/** Variables with a secret, or that make a secret necessary, by what they are for. */
export const GROUPS = {
  database: ["DATABASE_URL", "DATABASE_DIRECT_URL"],
  // The credentials of the service that unwraps the root key, too: each process unwraps it at its start.
  rootKey: [
    "ROOT_KEY_SOURCE",
    "ROOT_KEY",
    "KMS_KEY_ID",
    "AWS_REGION",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "AWS_ROLE_ARN",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_CONTAINER_AUTHORIZATION_TOKEN",
    "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
    "AWS_ENDPOINT_URL_KMS",
    "AWS_ENDPOINT_URL_STS",
    "VAULT_ADDR",
    "VAULT_NAMESPACE",
    "VAULT_CACERT",
    "VAULT_TRANSIT_MOUNT",
    "VAULT_TRANSIT_KEY",
    "VAULT_AUTH_MOUNT",
    "VAULT_TOKEN",
    "VAULT_TOKEN_FILE",
    "VAULT_ROLE_ID",
    "VAULT_SECRET_ID",
    "VAULT_KUBERNETES_ROLE",
  ],
  storage: ["S3_BUCKET", "S3_REGION", "S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY", "S3_PREFIX"],
  mail: ["SMTP_URL"],
  metrics: ["METRICS_PORT", "METRICS_HOST", "METRICS_TOKEN"],
  init: [
    "PARLEY_DEMO",
    "PARLEY_INIT_WORKSPACE",
    "PARLEY_INIT_OWNER_EMAIL",
    "PARLEY_INIT_OWNER_PASSWORD",
    "PARLEY_INIT_API_KEY",
  ],
  backup: ["BACKUP_PASSPHRASE_FILE"],
  // OpenTelemetry's standard variables, of which the headers hold a token.
  tracing: [
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
    "OTEL_EXPORTER_OTLP_HEADERS",
    "OTEL_EXPORTER_OTLP_TIMEOUT",
    "OTEL_TRACES_EXPORTER",
    "OTEL_METRICS_EXPORTER",
    "OTEL_TRACES_SAMPLER",
    "OTEL_TRACES_SAMPLER_ARG",
    "OTEL_SERVICE_NAME",
    "OTEL_RESOURCE_ATTRIBUTES",
    "OTEL_METRIC_EXPORT_INTERVAL",
    "TRACE_INCOMING",
  ],
};

/** Variables without a secret. Every process gets them. */
export const GENERAL = [
  "NODE_ENV",
  "PORT",
  "SERVER_PORT",
  "HOST",
  "PAGES_PORT",
  "DATA_DIR",
  "DATABASE_NAMED_STATEMENTS",
  "DATABASE_POOL",
  "DATABASE_SLOW_MS",
  "PARLEY_BASE_URL",
  "PARLEY_VOICE_URL",
  "DRAIN_SECONDS",
  "VOICE_MAX_CALLS",
  "VOICE_REPLY_DRAFTS",
  "GATEWAY_URL",
  "SIP_ADDRESS",
  "SIP_HOST",
  "SIP_BIND",
  "SIP_TLS_PORT",
  "SIP_TCP_PORT",
  "RTP_PORTS",
  "STIR_TRUST_ANCHORS",
  // Paths: the key itself is a file. The pages need to know whether browsers use TLS.
  "TLS_CERT",
  "TLS_KEY",
  "TRUST_PROXY",
  "TOOL_ALLOWED_HOSTS",
  "PLAINTEXT_HOSTS",
  "SPEECH_MODELS_DIR",
  "MAIL_FROM",
  "MAIL_ON",
  "BACKUP_DATA_DAYS",
  "BACKUP_KEY_DAYS",
  "PROVIDER_PRICES",
  "LOG_LEVEL",
];

/** Parts of a start that need variables, and what for. */
const NEEDS = {
  // Recordings are read and written, live events and single sign-on use a direct connection.
  server: ["database", "rootKey", "storage", "metrics", "tracing"],
  gateway: ["database", "rootKey", "storage", "metrics", "tracing"],
  worker: ["database", "rootKey", "storage", "mail", "metrics", "tracing"],
  // They call routes in their process (docs/decisions/0008), which open sealed data, and serve their metrics.
  pages: ["database", "rootKey", "metrics", "tracing"],
  migrate: ["database"],
  init: ["database", "rootKey", "init"],
};
/** Commands need what the roles need, except what only a start serves. */
const FOR_COMMANDS = ["database", "rootKey", "storage", "mail", "backup"];

/**
 * Variables of the system and of Node that a process gets: to find programs, folders, libraries, certificates and its
 * language. libfaketime's are for the tests of clocks.
 */
const SYSTEM =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|PWD|TZ|TERM|LANG|LANGUAGE|TMPDIR|TMP|TEMP|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|PROGRAMDATA|USERPROFILE|HOSTNAME|NO_COLOR|FORCE_COLOR|NEXT_TELEMETRY_DISABLED|(?:LC|LD|DYLD|NODE|SSL_CERT|UV|MALLOC|FAKETIME)_\w+|DONT_FAKE_MONOTONIC)$/i;

const isOf = (groups) => {
  const names = new Set([...GENERAL, ...groups.flatMap((group) => GROUPS[group])]);
  return (name) => names.has(name) || SYSTEM.test(name);
};

const select = (env, accepts) => Object.fromEntries(Object.entries(env).filter(([name]) => accepts(name)));

/** Whether mail is on, for processes that do not get SMTP_URL. */
const mailFlag = (env) => ({ MAIL_ON: env.SMTP_URL || env.MAIL_ON === "1" ? "1" : "0" });

/** The environment of a part of a start: a role, `migrate` or `init`. */
export const environmentOf = (part, env) => ({ ...select(env, isOf(NEEDS[part])), ...mailFlag(env) });

/** The environment of a command of bin/run.mjs. `doctor` examines the settings, so it gets all of Parley's. */
export function environmentOfCommand(command, env) {
  const groups = command === "doctor" ? Object.keys(GROUPS) : (NEEDS[command] ?? FOR_COMMANDS);
  const accepts = isOf(groups);
  // A diagnosis also reads files with secrets, and reports names that are misspelled.
  const isExamined = (name) => command === "doctor" && (name.endsWith("_FILE") || name.startsWith("PARLEY_"));
  return { ...select(env, (name) => accepts(name) || isExamined(name)), ...mailFlag(env) };
}

/** The environment of programs that are not Parley's: PostgreSQL. */
export const systemEnvironment = (env) => select(env, (name) => SYSTEM.test(name));

/** An environment without Parley's secrets, for npm and the build, which have separate settings. */
export function withoutSecrets(env) {
  const secret = new Set(Object.values(GROUPS).flat());
  return select(env, (name) => !secret.has(name) && !secret.has(name.replace(/_FILE$/, "")));
}

/** The secrets that a start of these roles reads: a machine for one role needs the files of no other one. */
export function neededBy(roles) {
  const groups = new Set([...roles, "migrate", "init"].flatMap((part) => NEEDS[part]));
  const names = new Set([...groups].flatMap((group) => GROUPS[group]));
  return (name) => names.has(name);
}

/**
 * Removes from `env` the variables, and the files with their values, that a start of these roles does not need. What the
 * pages need to know of a mail server stays in MAIL_ON.
 */
export function limitEnvironment(env, roles) {
  const isNeeded = neededBy(roles);
  env.MAIL_ON = env.SMTP_URL || env.SMTP_URL_FILE || env.MAIL_ON === "1" ? "1" : "0";
  for (const name of Object.values(GROUPS).flat()) {
    if (isNeeded(name)) continue;
    delete env[name];
    delete env[`${name}_FILE`];
  }
  return env;
}
