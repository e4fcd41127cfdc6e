import { setTimeout as pause } from "node:timers/promises";
import ipaddr from "ipaddr.js";
import { listSipTrunks, openTrunk, type TrunkEntry } from "@/lib/agents/integrations";
import { findTrunkNumber, selectTrunkByRoute } from "@/lib/outreach/carriers";
import { systemCtx } from "@/lib/platform/context/make";
import { log } from "@/lib/platform/log";
import type { IdentifyTrunk, SipSource } from "@/lib/platform/sip";

/** A changed or disconnected trunk is noticed after this time. */
const REFRESH_MS = 5_000;
/** A request of a stranger may come from a new trunk, so it waits for another read. Strangers together cause one in this time. */
const STRANGER_REFRESH_MS = 250;

/** Challenges by the trunk's setting, preferred first: clients answer the first that they support (RFC 8760 section 2.4). */
const ALGORITHMS = { sha256: ["SHA-256"], both: ["SHA-256", "MD5"], md5: ["MD5"] } as const;

/** The context in which the calls of a trunk run. */
export const trunkCtx = ({ workspaceId, environment }: TrunkEntry) =>
  systemCtx(workspaceId, "voice.sip", { environment });

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parses an address or network; null for other text, which then matches nothing. */
function parseNetwork(text: string): Network | null {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text) as Network;
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

function isInNetwork(address: string, [network, bits]: Network): boolean {
  if (!ipaddr.isValid(address)) return false;
  // Sockets that accept both families report IPv4 addresses in the mapped form.
  const ip = ipaddr.process(address);
  return ip.kind() === network.kind() && ip.match(network as ipaddr.IPv4, bits);
}

export type TrunkDirectory = {
  /** Live trunks of all workspaces, as of the last refresh. Numbers belong to the live environment. */
  all(): readonly TrunkEntry[];
  find(id: string): TrunkEntry | undefined;
  /** Whose request it is (RFC 3261 leaves this to the server): by its connection, its address, or its account. */
  identify: IdentifyTrunk;
  stop(): void;
};

type IndexedTrunk = { entry: TrunkEntry; networks: Network[] };

/** Opens the trunks of all workspaces, and keeps them current. Resolves after the first read, even if it fails. */
export async function openTrunkDirectory(): Promise<TrunkDirectory> {
  let trunks: IndexedTrunk[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let strangerRead: Promise<void> | null = null;

  async function read(): Promise<void> {
    try {
      const entries = (await listSipTrunks()).filter(({ environment }) => environment === "live");
      trunks = entries.map((entry) => ({
        entry,
        networks: entry.settings.sources.map(parseNetwork).filter((network) => network !== null),
      }));
    } catch (error) {
      log.warn({ err: error }, "the SIP trunks could not be read");
    }
  }
  function readForStranger(): Promise<void> {
    strangerRead ??= pause(STRANGER_REFRESH_MS).then(() => {
      strangerRead = null;
      return read();
    });
    return strangerRead;
  }
  async function refresh(): Promise<void> {
    await read();
    if (isStopped) return;
    timer = setTimeout(() => void refresh(), REFRESH_MS);
    timer.unref();
  }
  const find = (id: string) => trunks.find(({ entry }) => entry.id === id)?.entry;

  /** The trunk among several of one address: the one whose number is called, else the one whose route matches. */
  async function chooseByNumber(
    entries: readonly TrunkEntry[],
    called: string,
  ): Promise<TrunkEntry | undefined> {
    for (const entry of entries)
      if ((await findTrunkNumber(trunkCtx(entry), entry.id, called)) !== undefined) return entry;
    return selectTrunkByRoute(entries, called);
  }

  async function accountOf(id: string | null): Promise<Awaited<ReturnType<IdentifyTrunk>>> {
    const entry = id === null ? undefined : find(id);
    const password = entry && (await openTrunk(trunkCtx(entry), entry.id))?.trunk.password;
    if (!entry || !password) return null;
    const algorithms = ALGORITHMS[entry.settings.digest];
    return { trunkId: entry.id, challenge: { username: entry.id, password, algorithms } };
  }

  /** Trunks whose calls come from an address. */
  const trunksAt = ({ address, transport }: SipSource): TrunkEntry[] =>
    trunks
      .filter(({ entry }) => entry.settings.transport === transport)
      .filter(({ networks }) => networks.some((network) => isInNetwork(address, network)))
      .map(({ entry }) => entry);

  /** Identifies by the connection, the dialog, the called number or the account. */
  const identifyIn: IdentifyTrunk = async (source, { calledUser, from, username, dialogTrunkId }) => {
    if (source.trunkId !== null)
      return find(source.trunkId) === undefined ? null : { trunkId: source.trunkId, challenge: null };
    const entries = trunksAt(source);
    const ofDialog = entries.find(({ id }) => id === dialogTrunkId);
    const entry = ofDialog ?? (await chooseByNumber(entries, calledUser));
    if (entry !== undefined) return { trunkId: entry.id, challenge: null };
    // Another workspace may have listed the address of a peer that authenticates. Such a peer names its trunk's id.
    return accountOf(find(username ?? from.user)?.id ?? null);
  };

  await refresh();
  return {
    all: () => trunks.map(({ entry }) => entry),
    find,
    async identify(source, request) {
      const identified = await identifyIn(source, request);
      if (identified !== null) return identified;
      await readForStranger();
      const identity = await identifyIn(source, request);
      // Requests that name no number of a trunk, such as OPTIONS, are those of the address.
      const [first] = trunksAt(source);
      return identity ?? (first === undefined ? null : { trunkId: first.id, challenge: null });
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
