import { type Env, LOOPBACK_ADDRESSES, readEnv } from "./read-env";

export { type Env, readEnv } from "./read-env";

export const env: Env = readEnv(process.env);

/** Variables that the system needs to start a program and to load libraries. */
const SYSTEM_VARIABLES = ["PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR"] as const;

/** The environment of a child process that must not see the secrets of this one. */
export const childEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(SYSTEM_VARIABLES.map((name) => [name, process.env[name]])),
  NODE_ENV: env.NODE_ENV,
});

/** The distance of a role's port of metrics from METRICS_PORT. */
const METRICS_OFFSETS = { server: 0, gateway: 0, worker: 1, pages: 2 } as const;
export type ProcessRole = keyof typeof METRICS_OFFSETS;

/** The addresses and ports of a process's metrics. */
export const metricsAccess = (role: ProcessRole) => ({
  role,
  port: env.METRICS_PORT === undefined ? undefined : env.METRICS_PORT + METRICS_OFFSETS[role],
  host: env.METRICS_HOST,
  isOpen: LOOPBACK_ADDRESSES.has(env.METRICS_HOST),
  token: env.METRICS_TOKEN,
});

/**
 * Removes OpenTelemetry's variables, which `env` has already read, from this process. A package that reads them itself
 * (saml-jackson) would otherwise export figures.
 */
export function hideTelemetryVariables(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith("OTEL_")) delete process.env[name];
}

/** Whether browsers reach the product over TLS, terminated by the product or by a proxy. */
export const overTls: boolean =
  env.TLS_CERT !== undefined || env.PARLEY_BASE_URL?.startsWith("https:") === true;
