// `npm run key`: creates an API key in the name of the workspace's first owner, and prints it once. Only the key goes to
// standard output, so that `KEY=$(npm run -s key)` works.
import { parseArgs } from "node:util";
import { createKey } from "@/lib/identity/keys";
import { CreateKey } from "@/lib/identity/keys/schema";
import { listWorkspaceIds, readFirstOwnerId } from "@/lib/identity/workspaces";
import { iso, plusMs, systemClock } from "@/lib/platform/clock";
import { systemCtx } from "@/lib/platform/context/make";
import { operate, UsageError } from "./operator/operate";
import { openCommandSecrets } from "./secrets/open-command-secrets";

const DAY_MS = 86_400_000;
/** A hundred years. */
const MAX_DAYS = 36_500;
const USAGE =
  "Usage: npm run key -- [--name N] [--role viewer|builder|admin|owner] [--environment live|test] [--expires-in-days N] [--workspace ws_…]";

const OPTIONS = {
  name: { type: "string", default: "Command line" },
  role: { type: "string", default: "admin" },
  environment: { type: "string", default: "live" },
  "expires-in-days": { type: "string" },
  workspace: { type: "string" },
} as const;

function parseOptions() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : "Invalid arguments."} ${USAGE}`);
  }
}

function expiry(days: string | undefined): string | null {
  if (days === undefined) return null;
  const count = Number(days);
  if (!Number.isInteger(count) || count < 1 || count > MAX_DAYS)
    throw new UsageError(`--expires-in-days must be a whole number of days from 1 to ${MAX_DAYS}. ${USAGE}`);
  return plusMs(iso(systemClock.now()), count * DAY_MS);
}

async function selectWorkspace(requestedId: string | undefined): Promise<string> {
  const ids = await listWorkspaceIds();
  const [only] = ids;
  if (only === undefined) throw new UsageError("No workspace exists yet. Run npm start first.");
  if (requestedId !== undefined && ids.includes(requestedId)) return requestedId;
  // The IDs are ordered by creation, so the first is not the demo workspace.
  if (requestedId === undefined) return only;
  throw new UsageError(`No workspace has this ID. Choose one with --workspace: ${ids.join(", ")}`);
}

await operate(async () => {
  const { name, role, environment, "expires-in-days": days, workspace } = parseOptions();
  const input = CreateKey.safeParse({ name, role, environment, expires_at: expiry(days) });
  if (!input.success)
    throw new UsageError(`--${String(input.error.issues[0]?.path[0])} is not valid. ${USAGE}`);
  await openCommandSecrets();
  const ctx = systemCtx(await selectWorkspace(workspace), "npm-run-key");
  const key = await createKey(ctx, input.data, await readFirstOwnerId(ctx));
  const until = key.expires_at === null ? "" : `, until ${key.expires_at.slice(0, 10)}`;
  process.stderr.write(
    `API key for ${ctx.workspaceId} (${key.environment}, ${key.role}${until}). It is shown only once:\n`,
  );
  return `${key.secret}`;
}, "No key was created. ");
