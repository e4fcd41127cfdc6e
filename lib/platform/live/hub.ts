import pg from "pg";
import { connection } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { perProcess } from "@/lib/platform/per-process";
import { CHANNEL, type Kind } from "./notify";

/** How long after a lost connection the next is tried. Readers are woken then, since something may have been missed. */
const RECONNECT_MS = 500;

type Listener = (kind: Kind | "reconnected") => void;
type Hub = {
  listeners: Map<string, Set<Listener>>;
  client: pg.Client | null;
  connecting: Promise<void> | null;
};

const hub = perProcess<Hub>("live.hub", () => ({ listeners: new Map(), client: null, connecting: null }));

function hear(payload: string | undefined): void {
  const [callId = "", kind] = (payload ?? "").split(" ");
  for (const listener of hub.listeners.get(callId) ?? []) listener(kind as Kind);
}

function lost(): void {
  hub.client = null;
  hub.connecting = null;
  if (hub.listeners.size === 0) return;
  setTimeout(() => void listen().catch(() => undefined), RECONNECT_MS).unref();
}

async function connect(): Promise<void> {
  const client = new pg.Client(connection());
  client.on("error", (error) => log.warn({ err: error }, "the connection for live events was lost"));
  client.on("notification", ({ payload }) => hear(payload));
  client.on("end", lost);
  await client.connect();
  await client.query(`listen ${CHANNEL}`);
  hub.client = client;
  for (const listeners of hub.listeners.values()) for (const listener of listeners) listener("reconnected");
}

function listen(): Promise<void> {
  hub.connecting ??= connect().catch((error) => {
    lost();
    throw error;
  });
  return hub.connecting;
}

/**
 * Calls `listener` for everything that happens to a call, in whichever process, until the answer is called. Resolves
 * once it listens, so that what is read afterwards misses nothing.
 */
export async function subscribe(callId: string, listener: Listener): Promise<() => void> {
  const listeners = hub.listeners.get(callId) ?? new Set();
  hub.listeners.set(callId, listeners.add(listener));
  const stop = () => {
    listeners.delete(listener);
    if (listeners.size === 0 && hub.listeners.get(callId) === listeners) hub.listeners.delete(callId);
  };
  try {
    await listen();
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}

/** Ends the listening connection of this process. */
export async function closeHub(): Promise<void> {
  const { client } = hub;
  hub.listeners.clear();
  await client?.end();
}
