// `npm run key`: makes an API key that the workspace's first owner answers for, and prints it, once. The key alone goes
// to standard output, so that `KEY=$(npm run -s key)` works.
import { parseArgs } from "node:util";
import { createKey } from "@/lib/identity/keys";
import { CreateKey } from "@/lib/identity/keys/schema";
import { firstOwner, workspaceIds } from "@/lib/identity/workspaces";
import { iso, plusMs, systemClock } from "@/lib/platform/clock";
import { systemCtx } from "@/lib/platform/context/make";
import { Complaint, operate } from "./operator/operate";

const DAY_MS = 86_400_000;
/** A hundred years: beyond, a date is no date any more. */
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

function told() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    throw new Complaint(
      `${error instanceof Error ? error.message : "These arguments are not known."} ${USAGE}`,
    );
  }
}

function expiry(days: string | undefined): string | null {
  if (days === undefined) return null;
  const count = Number(days);
  if (!Number.isInteger(count) || count < 1 || count > MAX_DAYS)
    throw new Complaint(`--expires-in-days is a whole number of days from 1 on. ${USAGE}`);
  return plusMs(iso(systemClock.now()), count * DAY_MS);
}

async function workspaceOf(wanted: string | undefined): Promise<string> {
  const ids = await workspaceIds();
  const [only] = ids;
  if (only === undefined) throw new Complaint("There is no workspace yet. Run npm start first.");
  if (wanted !== undefined && ids.includes(wanted)) return wanted;
  // The ids come in the order in which the workspaces were made: the demo is not the first.
  if (wanted === undefined) return only;
  throw new Complaint(`There is no such workspace. Choose one with --workspace: ${ids.join(", ")}`);
}

await operate(async () => {
  const { name, role, environment, "expires-in-days": days, workspace } = told();
  const input = CreateKey.safeParse({ name, role, environment, expires_at: expiry(days) });
  if (!input.success)
    throw new Complaint(`--${String(input.error.issues[0]?.path[0])} is not valid. ${USAGE}`);
  const ctx = systemCtx(await workspaceOf(workspace), "npm-run-key");
  const key = await createKey(ctx, input.data, await firstOwner(ctx));
  const until = key.expires_at === null ? "" : `, until ${key.expires_at.slice(0, 10)}`;
  process.stderr.write(
    `A key for ${ctx.workspaceId} (${key.environment}, ${key.role}${until}). It is shown only now:\n`,
  );
  return `${key.secret}`;
}, "No key was made. ");
