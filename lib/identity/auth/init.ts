import { randomBytes } from "node:crypto";
import { parseToken } from "@/lib/identity/keys";
import { workspaceIds } from "@/lib/identity/workspaces";
import { plusMs } from "@/lib/platform/clock";
import { rootKey, workspaceSealer } from "@/lib/platform/crypto";
import type { Env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";
import { sessionSecret } from "./cookie";
import { type Founded, foundWorkspace } from "./found";

type InitEnv = Pick<
  Env,
  | "PARLEY_DEMO"
  | "PARLEY_INIT_WORKSPACE"
  | "PARLEY_INIT_OWNER_EMAIL"
  | "PARLEY_INIT_OWNER_PASSWORD"
  | "PARLEY_INIT_API_KEY"
>;
/** The sign-in is there if the password was made up here: nobody else knows it. */
export type Initialized = { created: boolean; owner_email?: string; owner_password?: string };

const FIRST_NAME = "My workspace";
/** Nobody's address: no mail leaves for it. */
const FIRST_EMAIL = "owner@localhost.localdomain";
/** 120 bits, 20 characters. */
const PASSWORD_BYTES = 15;

/** Whoever signs in first is not to wait for the callers of the demo. */
const DEMO_AFTER_MS = 5_000;

/**
 * The job that makes the demo workspace, of the same owner. Its id is chosen here, behind the first workspace's, so
 * that it is made once however often the job is tried.
 */
function demo({ userId }: Founded, now: string) {
  const workspaceId = newId("ws", Date.parse(now) + 1);
  const runAt = plusMs(now, DEMO_AFTER_MS);
  return [enqueue("demo.fill", { workspaceId, userId }, { key: `demo:${workspaceId}`, runAt })];
}

/**
 * Makes the first workspace with its owner, and a key where the environment gives one. Nothing happens if there is a
 * workspace already; of several at the same time one makes it. Throws one clear line when the keys in DATA_DIR are not
 * fit for use or are not this database's, so that a start ends there and not at the first call.
 */
export async function initialize(env: InitEnv): Promise<Initialized> {
  rootKey();
  sessionSecret();
  const [present] = await workspaceIds();
  if (present !== undefined) {
    await workspaceSealer(present);
    return { created: false };
  }
  const key = env.PARLEY_INIT_API_KEY === undefined ? undefined : parseToken(env.PARLEY_INIT_API_KEY);
  if (key === null) throw new Error("PARLEY_INIT_API_KEY is no key of the form that .env.example shows.");
  const email = env.PARLEY_INIT_OWNER_EMAIL ?? FIRST_EMAIL;
  const password = env.PARLEY_INIT_OWNER_PASSWORD ?? randomBytes(PASSWORD_BYTES).toString("base64url");
  const founded = await foundWorkspace({
    name: env.PARLEY_INIT_WORKSPACE ?? FIRST_NAME,
    owner: { email, name: "Owner", password },
    onlyFirst: true,
    ...(env.PARLEY_DEMO === "1" && { also: demo }),
    ...(key && { key }),
  });
  if (founded === null) return { created: false };
  const madeUp = env.PARLEY_INIT_OWNER_PASSWORD === undefined;
  return { created: true, ...(madeUp && { owner_email: email, owner_password: password }) };
}
