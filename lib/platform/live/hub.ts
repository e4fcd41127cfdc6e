import pg from "pg";
import { directConnection } from "@/lib/platform/db";
import { globalSingleton } from "@/lib/platform/global-singleton";
import { log } from "@/lib/platform/log";
import { CHANNEL, type LiveEventKind } from "./notify";

/** Delay before a reconnect. Listeners are notified after it, since they may have missed events. */
const RECONNECT_MS = 500;

type Listener = (kind: LiveEventKind | "reconnected") => void;
type Hub = {
  listeners: Map<string, Set<Listener>>;
  client: pg.Client | null;
  connecting: Promise<void> | null;
};

const hub = globalSingleton<Hub>("live.hub", () => ({
  listeners: new Map(),
  client: null,
  connecting: null,
}));

function onNotification(payload: string | undefined): void {
  const [callId = "", kind] = (payload ?? "").split(" ");
  for (const listener of hub.listeners.get(callId) ?? []) listener(kind as LiveEventKind);
}

function onConnectionLost(): void {
  hub.client = null;
  hub.connecting = null;
  if (hub.listeners.size === 0) return;
  setTimeout(() => void listen().catch(() => undefined), RECONNECT_MS).unref();
}

async function connect(): Promise<void> {
  const client = new pg.Client(directConnection());
  client.on("error", (error) => log.warn({ err: error }, "the connection for live events was lost"));
  client.on("notification", ({ payload }) => onNotification(payload));
  client.on("end", onConnectionLost);
  await client.connect();
  await client.query(`listen ${CHANNEL}`);
  hub.client = client;
  for (const listeners of hub.listeners.values()) for (const listener of listeners) listener("reconnected");
}

function listen(): Promise<void> {
  hub.connecting ??= connect().catch((error) => {
    onConnectionLost();
    throw error;
  });
  return hub.connecting;
}

/**
 * Calls `listener` for every notification of a call, from any process, until the returned function is called.
 * Resolves once it listens, so that later reads miss nothing.
 */
export async function subscribe(callId: string, listener: Listener): Promise<() => void> {
  const listeners = hub.listeners.get(callId) ?? new Set();
  hub.listeners.set(callId, listeners.add(listener));
  const unsubscribe = () => {
    listeners.delete(listener);
    if (listeners.size === 0 && hub.listeners.get(callId) === listeners) hub.listeners.delete(callId);
  };
  try {
    await listen();
  } catch (error) {
    unsubscribe();
    throw error;
  }
  return unsubscribe;
}

/** Closes this process's listening connection. */
export async function closeHub(): Promise<void> {
  const { client } = hub;
  hub.listeners.clear();
  await client?.end();
}
