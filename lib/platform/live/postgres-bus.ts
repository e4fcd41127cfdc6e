import { sql } from "kysely";
import pg from "pg";
import { db, directConnection } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import type { LiveBus, LiveEventKind, LiveListener } from "./port";

/** The PostgreSQL NOTIFY channel for live events, which every process listens to. */
const CHANNEL = "parley_live";
/** Delay before a reconnect. Listeners are notified after it, since they may have missed events. */
const RECONNECT_MS = 500;

/** The bus of LISTEN and NOTIFY: a connection of each process that has listeners, which reconnects when it is lost. */
export function createPostgresBus(): LiveBus {
  const listenersById = new Map<string, Set<LiveListener>>();
  let client: pg.Client | null = null;
  let connecting: Promise<void> | null = null;

  function onNotification(payload: string | undefined): void {
    const [id = "", kind] = (payload ?? "").split(" ");
    for (const listener of listenersById.get(id) ?? []) listener(kind as LiveEventKind);
  }

  function onConnectionLost(): void {
    client = null;
    connecting = null;
    if (listenersById.size === 0) return;
    setTimeout(() => void listen().catch(() => undefined), RECONNECT_MS).unref();
  }

  async function connect(): Promise<void> {
    const connection = new pg.Client(directConnection());
    connection.on("error", (error) => log.warn({ err: error }, "the connection for live events was lost"));
    connection.on("notification", ({ payload }) => onNotification(payload));
    connection.on("end", onConnectionLost);
    await connection.connect();
    await connection.query(`listen ${CHANNEL}`);
    client = connection;
    for (const listeners of listenersById.values()) for (const listener of listeners) listener("reconnected");
  }

  function listen(): Promise<void> {
    connecting ??= connect().catch((error) => {
      onConnectionLost();
      throw error;
    });
    return connecting;
  }

  async function subscribe(id: string, listener: LiveListener): Promise<() => void> {
    const listeners = listenersById.get(id) ?? new Set();
    listenersById.set(id, listeners.add(listener));
    const unsubscribe = () => {
      listeners.delete(listener);
      if (listeners.size === 0 && listenersById.get(id) === listeners) listenersById.delete(id);
    };
    try {
      await listen();
    } catch (error) {
      unsubscribe();
      throw error;
    }
    return unsubscribe;
  }

  return {
    notify: (id, kind) => db.selectNoFrom(sql`pg_notify(${CHANNEL}, ${`${id} ${kind}`})`.as("notified")),
    notifyExpression: (id, kind) => sql`pg_notify(${CHANNEL}, ${id} || ${` ${kind}`})`,
    subscribe,
    async close() {
      listenersById.clear();
      await client?.end();
    },
  };
}
