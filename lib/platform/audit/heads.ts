import { createReadStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { env } from "@/lib/platform/env";
import type { Anchors } from "./chain";
import { headChecker, type SignedHead } from "./signature";

const ONLY_OWNER_FOLDER = 0o700;
const ONLY_OWNER_FILE = 0o600;

/** The signed heads, one JSON line each. `docs/operations.md` asks for a copy elsewhere. */
const path = (): string => join(env.DATA_DIR, "audit", "heads.jsonl");

const Line = z.object({
  workspace_id: z.string(),
  seq: z.number().int().positive(),
  hash: z.string(),
  at: z.string(),
  signature: z.string(),
});

/** A line that a crash has cut is skipped: its head is signed again in the next hour. */
function parse(line: string): SignedHead | null {
  try {
    return Line.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Every signed head, in the order of writing. */
export async function* signedHeads(): AsyncGenerator<SignedHead> {
  const file = await open(path(), "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (file === null) return;
  await file.close();
  for await (const line of createInterface({ input: createReadStream(path()), crlfDelay: Infinity })) {
    const head = parse(line);
    if (head !== null) yield head;
  }
}

/** Adds heads to the file; they are on the disk when this is done. */
export async function appendHeads(heads: readonly SignedHead[]): Promise<void> {
  await mkdir(dirname(path()), { recursive: true, mode: ONLY_OWNER_FOLDER });
  const file = await open(path(), "a+", ONLY_OWNER_FILE);
  try {
    // Begins on a line of its own, also behind one that a crash has cut.
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    const lead = size === 0 || buffer.toString() === "\n" ? "" : "\n";
    await file.appendFile(`${lead}${heads.map((head) => `${JSON.stringify(head)}\n`).join("")}`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What was signed of one workspace's chain. */
export async function anchorsOf(workspaceId: string): Promise<Anchors> {
  const holds = headChecker();
  const hashes = new Map<number, string>();
  let forged: number | null = null;
  for await (const head of signedHeads()) {
    if (head.workspace_id !== workspaceId) continue;
    if (!holds(head)) forged ??= head.seq;
    else if (!hashes.has(head.seq)) hashes.set(head.seq, head.hash);
  }
  return { hashes, forged };
}
