// Seeds one database of the bench, unless it has been; prints a cookie of a new session for its pages.
//   DATABASE_URL=… ADMIN_URL=… DATA_DIR=… tsx bench/seed.ts <size> <fixture file>
import { writeFileSync } from "node:fs";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createWorkspace, openSession } from "@/lib/identity/auth";
import { createKey } from "@/lib/identity/keys";
import { iso, systemClock } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { makeCtx } from "@/lib/platform/context/make";
import { claimSecrets } from "@/lib/platform/crypto";
import { closePool, db, reader, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { AGENT, DRAFT_NAME } from "./agent";
import {
  AGENTS,
  type Fixture,
  isSize,
  readFixture,
  SEED_VERSION,
  type SeededWorkspace,
  SIZES,
  type Size,
  WORKSPACES,
} from "./fixture";
import { seedCalls } from "./seed-calls";
import { lastPage } from "./seed-pages";
import { seedSealed } from "./seed-sealed";

const say = (line: string) => process.stderr.write(`  ${line}\n`);

const ownerCtx = (workspaceId: string, ownerId: string): Ctx =>
  makeCtx({
    workspaceId,
    environment: "live",
    actor: { type: "member", id: ownerId, role: "owner" },
    requestId: newId("req"),
    address: null,
    signal: new AbortController().signal,
  });

async function liveAgent(ctx: Ctx, name: string): Promise<string> {
  const { id } = await createAgent(ctx, CreateAgent.parse({ ...AGENT, name }));
  await deployAgent(ctx, id);
  return id;
}

async function newKeys(ctx: Ctx, count: number): Promise<string[]> {
  const keys: string[] = [];
  for (let n = 0; n < count; n++) {
    const { secret } = await createKey(ctx, { name: `Client ${n}`, role: "builder", environment: "live" });
    if (secret !== undefined) keys.push(secret);
  }
  return keys;
}

/** A workspace with its agents and keys, made by the product's own verbs. */
async function newWorkspace(n: number, size: Size): Promise<{ ctx: Ctx; seeded: SeededWorkspace }> {
  const owner = { email: `owner-${n}@example.com`, name: `Owner ${n}`, password: null };
  const founded = await createWorkspace({ name: `Bench ${n}`, owner });
  if (founded === null) throw new Error("No workspace was made.");
  const ctx = ownerCtx(founded.workspaceId, founded.ownerId);
  const agents: string[] = [];
  for (let a = 0; a < AGENTS; a++) agents.push(await liveAgent(ctx, `Front desk ${a}`));
  const { sealed, keys: count } = SIZES[size];
  const sealedAgent = sealed > 0 ? await liveAgent(ctx, "Front desk of the sealed calls") : null;
  const keys = await newKeys(ctx, count);
  const seeded = { id: ctx.workspaceId, keys, agents, lastPages: [], sealedAgent, sealedCalls: [] };
  return { ctx, seeded };
}

async function seed(size: Size, adminUrl: string): Promise<Fixture> {
  const { calls, sealed, keys } = SIZES[size];
  const all = await Promise.all(Array.from({ length: WORKSPACES }, (_, n) => newWorkspace(n, size)));
  say(`${WORKSPACES} workspaces with ${AGENTS} agents and ${keys} keys each`);
  const perWorkspace = sealed / WORKSPACES;
  await seedCalls(adminUrl, {
    calls: calls - sealed,
    workspaces: all.map(({ seeded }) => seeded),
    say,
    async writeWithoutIndexes() {
      for (const { ctx, seeded } of all) {
        if (seeded.sealedAgent !== null)
          seeded.sealedCalls = await seedSealed(ctx, seeded.sealedAgent, perWorkspace);
      }
      if (sealed > 0) say(`${sealed} calls with sealed transcripts`);
    },
  });
  for (const { ctx, seeded } of all) {
    for (const agent of seeded.agents) seeded.lastPages.push(await lastPage(ctx, agent));
  }
  return { version: SEED_VERSION, size, workspaces: all.map(({ seeded }) => seeded) };
}

/** Drafts that earlier runs have made would make each run's data larger than the one before. */
async function dropDrafts({ workspaces }: Fixture): Promise<void> {
  for (const { id } of workspaces) {
    const drafts = db.deleteFrom("agents").where("workspace_id", "=", id).where("name", "=", DRAFT_NAME);
    await writeUnaudited({ workspaceId: id }, { run: [drafts] });
  }
}

async function cookieOf({ workspaces: [first] }: Fixture): Promise<string> {
  const workspaceId = first?.id ?? "";
  const owner = await reader(workspaceId).first(
    db.selectFrom("members").select("user_id").where("workspace_id", "=", workspaceId),
  );
  if (owner === undefined) throw new Error("The first workspace has no member.");
  const { cookie, token } = await openSession(
    { userId: owner.user_id, workspaceId, address: null, userAgent: "bench" },
    iso(systemClock.now()),
  );
  return `${cookie.name}=${token}`;
}

const [size, file = ""] = process.argv.slice(2);
const adminUrl = process.env.ADMIN_URL;
if (!isSize(size) || adminUrl === undefined) throw new Error("Usage: see the head of bench/seed.ts.");
await claimSecrets();
let fixture = readFixture(file);
if (fixture === null) {
  say(`Seeding ${SIZES[size].calls.toLocaleString("en")} calls`);
  fixture = await seed(size, adminUrl);
  writeFileSync(file, JSON.stringify(fixture), { mode: 0o600 });
}
await dropDrafts(fixture);
process.stdout.write(await cookieOf(fixture));
await closePool();
