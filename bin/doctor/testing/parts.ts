import { readEnv } from "@/lib/platform/read-env";
import type { Parts } from "../parts";

/** Parts of a deployment whose environment is `variables`. */
export const makeParts = (variables: Record<string, string> = {}, overrides: Partial<Parts> = {}): Parts => ({
  env: readEnv(variables),
  problems: [],
  invalid: new Set(),
  set: Object.keys(variables),
  misspelled: [],
  root: process.cwd(),
  nodeVersion: "22.11.0",
  uid: 1_000,
  now: Date.now,
  mailTo: null,
  ...overrides,
});
