import { randomInt } from "node:crypto";
import { createMediaSession } from "./media-session";
import { bindPortPair, type PortPair } from "./port-pair";
import { createTicker } from "./ticker";
import type { MediaPorts, MediaPortsOptions, MediaSession } from "./types";

/** All ports of the range are in use. */
export class MediaPortsExhausted extends Error {
  override readonly name = "MediaPortsExhausted";
  constructor(minPort: number, maxPort: number) {
    super(`No pair of UDP ports is free between ${minPort} and ${maxPort}. Widen the range of media ports.`);
  }
}

/** Creates the media of a process. Ports are bound when a session is opened. */
export function createMediaPorts(options: MediaPortsOptions): MediaPorts {
  const { bindAddress, advertisedAddress, minPort, maxPort } = options;
  const first = minPort + (minPort % 2);
  const pairs = Math.max(0, Math.floor((maxPort - first + 1) / 2));
  const used = new Set<number>();
  const sessions = new Set<MediaSession>();
  const ticker = createTicker(options.onError ?? (() => undefined));
  let isClosed = false;

  /** Binds the next free pair from a random place on, so that ports cannot be guessed from the last call's. */
  const bindFreePair = async (): Promise<PortPair> => {
    const start = pairs === 0 ? 0 : randomInt(pairs);
    for (let i = 0; i < pairs; i++) {
      const port = first + 2 * ((start + i) % pairs);
      if (used.has(port)) continue;
      used.add(port);
      const pair = await bindPortPair(bindAddress, port).catch((error) => {
        used.delete(port);
        throw error;
      });
      if (pair !== null) return pair;
      used.delete(port);
    }
    throw new MediaPortsExhausted(minPort, maxPort);
  };
  return {
    async open(sessionOptions) {
      const pair = await bindFreePair();
      if (isClosed) {
        pair.close();
        throw new MediaPortsExhausted(minPort, maxPort);
      }
      const session = createMediaSession(sessionOptions, {
        ports: pair,
        advertisedAddress,
        ticker,
        isAddressAllowed: options.isAddressAllowed ?? (() => true),
        onClose() {
          used.delete(pair.port);
          sessions.delete(session);
        },
      });
      sessions.add(session);
      return session;
    },
    count: () => sessions.size,
    close() {
      isClosed = true;
      for (const session of [...sessions]) session.close();
    },
  };
}
