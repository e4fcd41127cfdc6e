// What the seeded data is, and what the measuring processes must know of it.

/** Raised when the seeded data changes its shape: data folders of an older one are seeded anew. */
export const SEED_VERSION = 1;

export const WORKSPACES = 10;
/** Agents of a workspace whose calls are listed; each has a fifth of the workspace's calls. */
export const AGENTS = 5;
/** Calls with a sealed transcript, over all workspaces. */
export const SEALED_CALLS = 2_000;
/** Turns of each of them. */
export const TURNS = 200;
/** What a page of the measured lists holds. */
export const PAGE = 50;

/**
 * Databases of three sizes, each with a data folder, a cluster and a server of its own. `keys` are a workspace's: a key
 * sends 100 of the 120 requests that it may send in a minute and then rests, so that 500 let a whole run go at 8,000
 * requests a second without one being refused. The smaller sizes are asked for a few seconds only.
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
