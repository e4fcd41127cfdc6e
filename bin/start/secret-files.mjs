// Secrets from files, as Docker and Kubernetes mount them: `DATABASE_URL_FILE=/run/secrets/database-url` sets DATABASE_URL.
import { readFileSync } from "node:fs";
import { StartError } from "./terminal.mjs";

/** Variables that contain a secret. */
export const SECRETS = [
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "DATABASE_DIRECT_URL",
  "DATABASE_URL",
  "METRICS_TOKEN",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "PARLEY_INIT_API_KEY",
  "PARLEY_INIT_OWNER_PASSWORD",
  "ROOT_KEY",
  "S3_SECRET_ACCESS_KEY",
  "SMTP_URL",
  "VAULT_SECRET_ID",
];

/** Sets each secret whose variable `<name>_FILE` names a file. Throws a StartError without the secret or its address. */
export function readSecretFiles(env) {
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) throw new StartError(`Set either ${name} or ${name}_FILE, not both.`, 2);
    try {
      env[name] = readFileSync(file, "utf8").trim();
    } catch (error) {
      throw new StartError(`The file of ${name}_FILE cannot be read (${error.code}).`, 2);
    }
    // An empty value would count as not set, and an empty DATABASE_URL as the embedded database.
    if (env[name] === "") throw new StartError(`The file of ${name}_FILE is empty.`, 2);
    delete env[`${name}_FILE`];
  }
  return env;
}
