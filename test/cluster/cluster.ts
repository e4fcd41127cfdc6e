import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openCarrier } from "@/lib/voice/testing/carrier";
import { freePort } from "../fixtures/free-port";
import { createKeys, createRunner, defineNode, type Runner } from "./nodes";
import { startProxy } from "./proxy";
import { startServices } from "./services";

export const ACCOUNT_SID = `AC${"1".repeat(32)}`;
export const AUTH_TOKEN = "0123456789abcdef0123456789abcdef";
export const OWNER = { email: "owner@example.com", password: "a long password of the owner" };
/** More calls than the test has; without it each gateway would measure a machine on which all of them run. */
const VOICE_MAX_CALLS = "20";
/** Longer than the test's calls, so that a gateway that ends lets all of them finish. */
const DRAIN_SECONDS = "300";

const hex = (bytes: number): string => randomBytes(bytes).toString("hex");

/**
 * Starts two nodes of each kind (server with pages, worker, gateway) with PostgreSQL and a bucket, behind HAProxy, and a
 * carrier that reaches them through HAProxy. `program`: HAProxy. `folder`: for all files.
 */
export async function startCluster(program: string, folder: string, say: (line: string) => void) {
  const cleanups: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  };
  try {
    mkdirSync(folder, { recursive: true });
    say("Starting PostgreSQL and the bucket");
    const services = await startServices(folder);
    cleanups.push(services.stop);
    const carrier = await openCarrier({
      accountSid: ACCOUNT_SID,
      token: AUTH_TOKEN,
      reach: (address) => address,
    });
    cleanups.push(carrier.close);
    const bind = `127.0.0.1:${await freePort()}`;
    const ownerKey = `prl_live_${hex(10)}_${hex(20)}`;
    const metricsToken = hex(32);
    const { bucket } = services;
    const settings = {
      HOST: "127.0.0.1",
      LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
      DATABASE_URL: services.databaseUrl,
      DATABASE_DIRECT_URL: "",
      PARLEY_BASE_URL: `http://${bind}`,
      TRUST_PROXY: "1",
      METRICS_TOKEN: metricsToken,
      PARLEY_INIT_WORKSPACE: "Cluster",
      PARLEY_INIT_OWNER_EMAIL: OWNER.email,
      PARLEY_INIT_OWNER_PASSWORD: OWNER.password,
      PARLEY_INIT_API_KEY: ownerKey,
      S3_BUCKET: bucket.bucket,
      S3_ENDPOINT: bucket.endpoint,
      S3_REGION: bucket.region,
      S3_PREFIX: bucket.prefix,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
      TOOL_ALLOWED_HOSTS: new URL(carrier.url).host,
      VOICE_MAX_CALLS,
    };
    const shared = { folder, secrets: createKeys(folder), settings };
    const gatewayShared = { ...shared, settings: { ...settings, DRAIN_SECONDS } };
    const pair = async (define: (n: 1 | 2) => Promise<Parameters<typeof createRunner>[0]>) =>
      [createRunner(await define(1)), createRunner(await define(2))] as const;
    const servers = await pair((n) => defineNode(`server${n}`, ["pages", "server"], shared));
    const workers = await pair((n) => defineNode(`worker${n}`, ["worker"], shared));
    const gateways = await pair((n) => defineNode(`gateway${n}`, ["gateway"], gatewayShared));
    const all: readonly Runner[] = [...servers, ...workers, ...gateways];
    const stats = `127.0.0.1:${await freePort()}`;
    const addresses = (pairOf: readonly [Runner, Runner]) =>
      [pairOf[0].node.address, pairOf[1].node.address] as const;
    const proxy = await startProxy(
      program,
      { bind, stats, servers: addresses(servers), gateways: addresses(gateways) },
      join(folder, "haproxy.log"),
    );
    cleanups.push(proxy.stop);
    for (const runner of all) cleanups.push(runner.stopAll);
    say("Starting two servers with pages, two workers and two gateways");
    const startedMs = performance.now();
    await Promise.all(all.map((runner) => runner.startAll()));
    for (const { node } of [...servers, ...gateways]) await proxy.untilUp(node.name);
    say(`The cluster is up after ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
    return {
      folder,
      proxy,
      carrier,
      servers,
      workers,
      gateways,
      all,
      ownerKey,
      metricsToken,
      databaseUrl: services.databaseUrl,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>;
