import { parseArgs } from "node:util";
import { readPlan, setBaa, setPlan } from "@/lib/identity/plans";
import { confirmDomain, unenforce, withdrawDomain } from "@/lib/identity/sso";
import { readWorkspace, readWorkspaceDeletion, workspaceIds } from "@/lib/identity/workspaces";
import { Baa, PLANS, Plan } from "@/lib/identity/workspaces/schema";
import type { Ctx } from "@/lib/platform/context";
import { operatorCtx } from "@/lib/platform/context/make";
import { Complaint } from "../operator/operate";

const USAGE = `Usage: npm run workspace -- <command>
  list                                                every workspace with its plan, and when one is deleted
  plan <workspace> ${PLANS.join("|")}
  baa <workspace> --signed-on YYYY-MM-DD --signer N   puts a signed BAA on record
  baa <workspace> --remove                            takes it off the record
  domain <workspace> example.com                      confirms a domain that it claims for single sign-on
  domain <workspace> example.com --remove             takes the confirmation back
  passwords <workspace>                               lets them in again where single sign-on is the only way in`;

const OPTIONS = {
  "signed-on": { type: "string" },
  signer: { type: "string" },
  remove: { type: "boolean" },
} as const;

function told(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Complaint(
      `${error instanceof Error ? error.message : "These arguments are not known."}\n${USAGE}`,
    );
  }
}
type Values = ReturnType<typeof told>["values"];

async function list(): Promise<string> {
  const lines = (await workspaceIds()).map(async (id) => {
    const ctx = operatorCtx(id, "npm-run-workspace");
    const { name, plan } = await readWorkspace(ctx);
    const { deletion } = await readWorkspaceDeletion(ctx);
    const going = deletion === null ? "" : `  (locked, destroyed after ${deletion.delete_after})`;
    return `${id}  ${plan.padEnd("enterprise".length)}  ${name}${going}`;
  });
  return (await Promise.all(lines)).join("\n");
}

async function showPlan(ctx: Ctx): Promise<string> {
  const { plan, baa } = await readPlan(ctx);
  const agreement = baa === null ? "no BAA on record" : `BAA of ${baa.signed_on}, signed by ${baa.signer}`;
  return `${ctx.workspaceId}: ${plan}, ${agreement}`;
}

async function plan(ctx: Ctx, [wanted]: string[]): Promise<string> {
  const parsed = Plan.safeParse(wanted);
  if (!parsed.success) throw new Complaint(`A plan is one of ${PLANS.join(", ")}.\n${USAGE}`);
  await setPlan(ctx, parsed.data);
  return showPlan(ctx);
}

async function baa(ctx: Ctx, _: string[], { remove, signer, "signed-on": day }: Values): Promise<string> {
  const parsed = Baa.safeParse({ signed_on: day, signer });
  if (remove !== true && !parsed.success)
    throw new Complaint(`Tell the day with --signed-on YYYY-MM-DD, and who signed with --signer.\n${USAGE}`);
  await setBaa(ctx, remove === true ? null : (parsed.data ?? null));
  return showPlan(ctx);
}

async function domain(ctx: Ctx, [name]: string[], { remove }: Values): Promise<string> {
  if (name === undefined) throw new Complaint(`Name the domain.\n${USAGE}`);
  const change = remove === true ? withdrawDomain : confirmDomain;
  await change(ctx, name.toLowerCase());
  return `${ctx.workspaceId}: ${name.toLowerCase()} is ${remove === true ? "not confirmed any more" : "confirmed"}`;
}

async function passwords(ctx: Ctx): Promise<string> {
  await unenforce(ctx);
  return `${ctx.workspaceId}: passwords open it again`;
}

const COMMANDS: Readonly<Record<string, (ctx: Ctx, rest: string[], values: Values) => Promise<string>>> = {
  plan,
  baa,
  domain,
  passwords,
};

/** Does what the operator asks for; answers what to print. Throws `Complaint` for what was typed wrongly. */
export async function runWorkspaceCommand(args: string[]): Promise<string> {
  const { positionals, values } = told(args);
  const [name = "", workspace = "", ...rest] = positionals;
  if (name === "list") return list();
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new Complaint(USAGE);
  const ids = await workspaceIds();
  if (!ids.includes(workspace))
    throw new Complaint(`There is no such workspace. There are: ${ids.join(", ")}`);
  return command(operatorCtx(workspace, "npm-run-workspace"), rest, values);
}
