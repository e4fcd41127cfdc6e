import { randomBytes } from "node:crypto";
import { parseToken } from "@/lib/identity/keys";
import { listWorkspaceIds } from "@/lib/identity/workspaces";
import { plusMs } from "@/lib/platform/clock";
import { checkSecrets, claimSecrets, openSecrets, requireRootKeyOf } from "@/lib/platform/crypto";
import type { Env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";
import { type CreatedWorkspace, createWorkspace } from "./create-workspace";

type InitEnv = Pick<
  Env,
  | "PARLEY_DEMO"
  | "PARLEY_INIT_WORKSPACE"
  | "PARLEY_INIT_OWNER_EMAIL"
  | "PARLEY_INIT_OWNER_PASSWORD"
  | "PARLEY_INIT_API_KEY"
>;
/** `owner_email` and `owner_password` are set only if the password was generated here. */
export type InitResult = { created: boolean; owner_email?: string; owner_password?: string };

const FIRST_NAME = "My workspace";
/** A placeholder address that cannot receive mail. */
const FIRST_EMAIL = "owner@localhost.localdomain";
/** 120 bits, 20 characters. */
const PASSWORD_BYTES = 15;

/** Delay of the demo job, so that it does not slow the first sign-in. */
const DEMO_AFTER_MS = 5_000;

/**
 * The job that creates the demo workspace for the same owner. Its id is chosen here, after the first
 * workspace's, so that retries of the job create it once.
 */
function enqueueDemo({ userId }: CreatedWorkspace, now: string) {
  const workspaceId = newId("ws", Date.parse(now) + 1);
  const runAt = plusMs(now, DEMO_AFTER_MS);
  return [enqueue("demo.fill", { workspaceId, userId }, { key: `demo:${workspaceId}`, runAt })];
}

/**
 * Creates the first workspace with its owner, and a key if the environment sets one. Does nothing if a
 * workspace exists; one of several concurrent calls creates it. Throws a one-line error if the keys in
 * DATA_DIR are unusable or belong to another database, so that the start fails and not the first call.
 */
export async function initializeInstallation(env: InitEnv): Promise<InitResult> {
  await openSecrets();
  const checkedFiles = await checkSecrets();
  const [existingWorkspaceId] = await listWorkspaceIds();
  if (existingWorkspaceId !== undefined) {
    // A database of an earlier version has no fingerprints: its keys show whether the root key is theirs.
    if (checkedFiles === 0) await requireRootKeyOf(existingWorkspaceId);
    return { created: false };
  }
  await claimSecrets();
  const key = env.PARLEY_INIT_API_KEY === undefined ? undefined : parseToken(env.PARLEY_INIT_API_KEY);
  if (key === null)
    throw new Error("PARLEY_INIT_API_KEY is not a valid key. Use the format that .env.example shows.");
  const email = env.PARLEY_INIT_OWNER_EMAIL ?? FIRST_EMAIL;
  const password = env.PARLEY_INIT_OWNER_PASSWORD ?? randomBytes(PASSWORD_BYTES).toString("base64url");
  const createdWorkspace = await createWorkspace({
    name: env.PARLEY_INIT_WORKSPACE ?? FIRST_NAME,
    owner: { email, name: "Owner", password },
    onlyIfFirst: true,
    ...(env.PARLEY_DEMO === "1" && { extraStatements: enqueueDemo }),
    ...(key && { key }),
  });
  if (createdWorkspace === null) return { created: false };
  const isPasswordGenerated = env.PARLEY_INIT_OWNER_PASSWORD === undefined;
  return { created: true, ...(isPasswordGenerated && { owner_email: email, owner_password: password }) };
}
