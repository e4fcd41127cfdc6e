import { existsSync, readFileSync } from "node:fs";

// Describes the seeded data for the measuring processes.

/** Version of the seeded data: data folders of an older version are seeded again. */
export const SEED_VERSION = 2;

export const WORKSPACES = 10;
/** Agents of a workspace whose calls are listed; each has a fifth of the workspace's calls. */
export const AGENTS = 5;
/** Calls with a sealed transcript, over all workspaces. */
export const SEALED_CALLS = 2_000;
/** Turns of each of them. */
export const TURNS = 200;
/** Page size of the measured lists. */
export const PAGE = 50;

/**
 * Databases of three sizes, each with a separate data folder, cluster and server. `keys` is the number of API keys of a
 * workspace: a key sends 100 of its 120 requests per minute and then pauses, so that 500 keys allow a whole run at 8,000
 * requests per second without a refusal. The smaller sizes are measured for a few seconds only.
 */
export const SIZES = {
  "10k": { calls: 10_000, sealed: 0, keys: 100 },
  "100k": { calls: 100_000, sealed: 0, keys: 100 },
  "1m": { calls: 1_000_000, sealed: SEALED_CALLS, keys: 500 },
} as const;
export type Size = keyof typeof SIZES;
export const isSize = (name: string | undefined): name is Size => name !== undefined && name in SIZES;

/** One workspace as a client sees it. `keys` are secrets: the file that holds them is its owner's alone. */
export type SeededWorkspace = {
  id: string;
  keys: string[];
  agents: string[];
  /** Where the last page of each agent's completed calls begins. */
  lastPages: string[];
  /** The agent of the sealed calls, and those; none where the size has none. */
  sealedAgent: string | null;
  sealedCalls: string[];
};

export type Fixture = { version: number; size: Size; workspaces: SeededWorkspace[] };

/** Description of the data in its folder; null if its version is not current. */
export function readFixture(file: string): Fixture | null {
  if (!existsSync(file)) return null;
  const fixture = JSON.parse(readFileSync(file, "utf8")) as Fixture;
  return fixture.version === SEED_VERSION ? fixture : null;
}
