import { totalmem } from "node:os";
import type { Parts } from "../parts";
import { readBuild } from "../read-build";
import type { Report } from "../report";
import { createConstantTest, readBundles } from "./log-texts";
import { readDatabase } from "./read-database";
import { readLogs } from "./read-logs";

const MB = 1_000_000;

/**
 * Collects facts about the deployment for its support: no values of variables, no names, no free text. A field is included
 * only if it is known to be public.
 */
export async function collectSupportBundle(parts: Parts, report: Report) {
  const { root, env, set, misspelled, nodeVersion } = parts;
  return {
    created_at: new Date(parts.now()).toISOString(),
    parley: readBuild(root),
    node: { version: nodeVersion, platform: process.platform, arch: process.arch },
    memory_mb: Math.round(totalmem() / MB),
    doctor: report,
    environment: { set, misspelled: misspelled.length },
    ...(await readDatabase(root)),
    logs: await readLogs(env.DATA_DIR, createConstantTest(readBundles(root))),
  };
}
