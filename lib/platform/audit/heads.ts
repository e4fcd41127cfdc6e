import { createReadStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { env } from "@/lib/platform/env";
import { type Anchors, selectAnchors } from "./anchors";
import { SignedHead } from "./schema";
import { createHeadChecker } from "./signature";

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

/**
 * The file of signed heads, one JSON line each. `docs/operations.md` recommends a copy on another machine.
 */
const headsFile = (): string => join(env.DATA_DIR, "audit", "heads.jsonl");

/** Parses a line. A line that a crash truncated is skipped; its head is signed again within an hour. */
function parseHead(line: string): SignedHead | null {
  try {
    return SignedHead.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Reads all signed heads in the order of their signing. */
export async function* readSignedHeads(): AsyncGenerator<SignedHead> {
  const file = await open(headsFile(), "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (file === null) return;
  await file.close();
  for await (const line of createInterface({ input: createReadStream(headsFile()), crlfDelay: Infinity })) {
    const head = parseHead(line);
    if (head !== null) yield head;
  }
}

/** Whether a signed head of any workspace is stored here. */
export async function hasSignedHeads(): Promise<boolean> {
  const isGenuine = createHeadChecker();
  for await (const head of readSignedHeads()) if (isGenuine(head)) return true;
  return false;
}

/** Appends heads to the file and waits until they are on disk. */
export async function appendHeads(heads: readonly SignedHead[]): Promise<void> {
  await mkdir(dirname(headsFile()), { recursive: true, mode: OWNER_ONLY_FOLDER });
  const file = await open(headsFile(), "a+", OWNER_ONLY_FILE);
  try {
    // Starts on a new line, also after a line that a crash truncated.
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    const leadingNewline = size === 0 || buffer.toString() === "\n" ? "" : "\n";
    await file.appendFile(`${leadingNewline}${heads.map((head) => `${JSON.stringify(head)}\n`).join("")}`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Reads the signed heads of one workspace's chain, with `before` only those that were signed before that time (RFC 3339). */
export async function readAnchors(workspaceId: string, before?: string): Promise<Anchors> {
  const isGenuine = createHeadChecker();
  const genuine: SignedHead[] = [];
  const forged: number[] = [];
  for await (const head of readSignedHeads()) {
    if (head.workspace_id !== workspaceId) continue;
    if (before !== undefined && Date.parse(head.at) >= Date.parse(before)) continue;
    if (isGenuine(head)) genuine.push(head);
    else forged.push(head.seq);
  }
  return selectAnchors(genuine, forged);
}
