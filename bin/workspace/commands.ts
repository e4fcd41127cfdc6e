import { parseArgs } from "node:util";
import { readPlan, setBaa, setPlan } from "@/lib/identity/plans";
import { confirmDomain, unenforceSso, withdrawDomain } from "@/lib/identity/sso";
import { listWorkspaceIds, readWorkspace, readWorkspaceDeletion } from "@/lib/identity/workspaces";
import { Baa, PLANS, Plan } from "@/lib/identity/workspaces/schema";
import type { Ctx } from "@/lib/platform/context";
import { operatorCtx } from "@/lib/platform/context/make";
import { UsageError } from "../operator/operate";

const USAGE = `Usage: npm run workspace -- <command>
  list                                                lists workspaces with plan and deletion date
  plan <workspace> ${PLANS.join("|")}
  baa <workspace> --signed-on YYYY-MM-DD --signer N   records a signed BAA
  baa <workspace> --remove                            removes the recorded BAA
  domain <workspace> example.com                      confirms a domain claimed for single sign-on
  domain <workspace> example.com --remove             removes the confirmation
  passwords <workspace>                               allows passwords again where single sign-on is enforced`;

const OPTIONS = {
  "signed-on": { type: "string" },
  signer: { type: "string" },
  remove: { type: "boolean" },
} as const;

function parseOptions(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : "Invalid arguments."}\n${USAGE}`);
  }
}
type Values = ReturnType<typeof parseOptions>["values"];

async function list(): Promise<string> {
  const lines = (await listWorkspaceIds()).map(async (id) => {
    const ctx = operatorCtx(id, "npm-run-workspace");
    const { name, plan } = await readWorkspace(ctx);
    const { deletion } = await readWorkspaceDeletion(ctx);
    const lockedUntil = deletion === null ? "" : `  (locked, destroyed after ${deletion.delete_after})`;
    return `${id}  ${plan.padEnd("enterprise".length)}  ${name}${lockedUntil}`;
  });
  return (await Promise.all(lines)).join("\n");
}

async function showPlan(ctx: Ctx): Promise<string> {
  const { plan, baa } = await readPlan(ctx);
  const agreement = baa === null ? "no BAA on record" : `BAA of ${baa.signed_on}, signed by ${baa.signer}`;
  return `${ctx.workspaceId}: ${plan}, ${agreement}`;
}

async function plan(ctx: Ctx, [requested]: string[]): Promise<string> {
  const parsed = Plan.safeParse(requested);
  if (!parsed.success) throw new UsageError(`Choose a plan: ${PLANS.join(", ")}.\n${USAGE}`);
  await setPlan(ctx, parsed.data);
  return showPlan(ctx);
}

async function baa(ctx: Ctx, _: string[], { remove, signer, "signed-on": day }: Values): Promise<string> {
  const parsed = Baa.safeParse({ signed_on: day, signer });
  if (remove !== true && !parsed.success)
    throw new UsageError(`Give the date with --signed-on YYYY-MM-DD and the signer with --signer.\n${USAGE}`);
  await setBaa(ctx, remove === true ? null : (parsed.data ?? null));
  return showPlan(ctx);
}

async function domain(ctx: Ctx, [name]: string[], { remove }: Values): Promise<string> {
  if (name === undefined) throw new UsageError(`Give the domain.\n${USAGE}`);
  const change = remove === true ? withdrawDomain : confirmDomain;
  await change(ctx, name.toLowerCase());
  return `${ctx.workspaceId}: ${name.toLowerCase()} is ${remove === true ? "no longer confirmed" : "confirmed"}`;
}

async function passwords(ctx: Ctx): Promise<string> {
  await unenforceSso(ctx);
  return `${ctx.workspaceId}: members can sign in with passwords again`;
}

const COMMANDS: Readonly<Record<string, (ctx: Ctx, args: string[], values: Values) => Promise<string>>> = {
  plan,
  baa,
  domain,
  passwords,
};

/** Runs a workspace command and returns its output. Throws `UsageError` for wrong usage. */
export async function runWorkspaceCommand(args: string[]): Promise<string> {
  const { positionals, values } = parseOptions(args);
  const [name = "", workspace = "", ...parameters] = positionals;
  if (name === "list") return list();
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new UsageError(USAGE);
  const ids = await listWorkspaceIds();
  if (!ids.includes(workspace))
    throw new UsageError(`No workspace has this ID. Choose one of: ${ids.join(", ")}`);
  return command(operatorCtx(workspace, "npm-run-workspace"), parameters, values);
}
