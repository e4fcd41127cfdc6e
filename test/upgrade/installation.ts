import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { seedCalls } from "../../bench/seed-calls";
import { startDatabase } from "../../scripts/database.mjs";
import { ask } from "../cluster/client";
import { requireStatus } from "../cluster/workspace";
import { runEntry, startEntry } from "./processes";
import type { Client } from "./traffic";

/** Each key has 120 requests a minute, and the traffic sends some thousand. */
const KEY_COUNT = 60;
const VARIABLES = [
  { name: "people", type: "number", description: "how many people come" },
  { name: "day", type: "date", description: "the day" },
];

const hex = (bytes: number): string => randomBytes(bytes).toString("hex");

async function createClient(origin: string, ownerKey: string): Promise<Client & { workspaceId: string }> {
  const keys: string[] = [];
  let used = 0;
  const nextKey = (): string => keys[used++ % keys.length] ?? ownerKey;
  const send = async (method: string, path: string, status: number, body?: object) => {
    const answer = await ask(origin, method, path, { key: nextKey(), ...(body !== undefined && { body }) });
    return requireStatus(answer, status, path).json;
  };
  for (let n = 0; n < KEY_COUNT; n++) {
    const body = { name: `Key ${n}`, role: "admin", environment: "live" };
    keys.push(String((await send("POST", "/v1/keys", 201, body)).secret));
  }
  const agent = { name: "Chat", type: "messaging", prompt: "Help.", variables: VARIABLES };
  const agentId = String((await send("POST", "/v1/agents", 201, agent)).id);
  await send("POST", `/v1/agents/${agentId}/deploy`, 200, {});
  const workspaceId = String((await send("GET", "/v1/workspace", 200)).id);
  return { nextKey, agentId, workspaceId };
}

/** Creates an installation with the code of a release: its schema, a workspace with an agent, and calls of a year. */
export async function createInstallation(
  release: string,
  folder: string,
  { calls, say }: { calls: number; say: (line: string) => void },
) {
  mkdirSync(folder, { recursive: true });
  const database = await startDatabase({
    dir: join(folder, "pg"),
    logFile: join(folder, "postgres.log"),
    settings: { fsync: "off", full_page_writes: "off", max_connections: "200", shared_buffers: "512MB" },
  });
  try {
    const ownerKey = `prl_live_${hex(10)}_${hex(20)}`;
    const dataDir = join(folder, "data");
    mkdirSync(dataDir, { mode: 0o700 });
    const env = {
      LOG_LEVEL: "warn",
      DATABASE_URL: database.url,
      DATABASE_DIRECT_URL: "",
      DATA_DIR: dataDir,
      PARLEY_INIT_WORKSPACE: "Upgrade",
      PARLEY_INIT_OWNER_EMAIL: "owner@example.com",
      PARLEY_INIT_OWNER_PASSWORD: "a long password of the owner",
      PARLEY_INIT_API_KEY: ownerKey,
    };
    for (const entry of ["migrate", "init"]) {
      const { code, output } = await runEntry(release, entry, env);
      if (code !== 0) throw new Error(`${entry} of the former release ended with ${code}. ${output}`);
    }
    const server = await startEntry(release, "server", env);
    const client = await createClient(server.origin, ownerKey);
    await server.stop();
    const workspace = { id: client.workspaceId, keys: [], agents: [client.agentId] };
    await seedCalls(database.superuserUrl, {
      calls,
      workspaces: [{ ...workspace, lastPages: [], sealedAgent: null, sealedCalls: [] }],
      say,
      writeWithoutIndexes: async () => undefined,
    });
    return { env, client, ownerKey, database, superuserUrl: database.superuserUrl };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
export type Installation = Awaited<ReturnType<typeof createInstallation>>;
