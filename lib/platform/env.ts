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

/** The addresses and ports of a process's metrics. The worker's port is the one above the server's. */
export const metricsAccess = (portOffset: 0 | 1 = 0) => ({
  port: env.METRICS_PORT === undefined ? undefined : env.METRICS_PORT + portOffset,
  host: env.METRICS_HOST,
  isOpen: LOOPBACK_ADDRESSES.has(env.METRICS_HOST),
  token: env.METRICS_TOKEN,
});

/** Whether browsers reach the product over TLS, terminated by the product or by a proxy. */
export const overTls: boolean =
  env.TLS_CERT !== undefined || env.PARLEY_BASE_URL?.startsWith("https:") === true;
