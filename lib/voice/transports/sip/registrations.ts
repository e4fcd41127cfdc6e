import { openTrunk, type TrunkEntry } from "@/lib/agents/integrations";
import { claimRegistration, releaseRegistration, storeRegistrationState } from "@/lib/outreach/carriers";
import { log } from "@/lib/platform/log";
import type { SipEndpoint } from "@/lib/platform/sip";
import { type TrunkDirectory, trunkCtx } from "./trunk-directory";

/** How often a gateway looks for trunks that no gateway registers, and renews its leases. */
const INTERVAL_MS = 5_000;

type Options = {
  gatewayId: string;
  endpoint: SipEndpoint;
  directory: TrunkDirectory;
  isAccepting(): boolean;
};

/** A setting that changes the registration is part of the key: a changed trunk registers again. */
const keyOf = ({ id, settings }: TrunkEntry) =>
  JSON.stringify([id, settings.server, settings.transport, settings.username, settings.domain]);

/** Registers the trunks that no other gateway registers, until the returned function is called. */
export function startRegistrations({ gatewayId, endpoint, directory, isAccepting }: Options) {
  const active = new Map<string, { entry: TrunkEntry; unregister: () => Promise<void> }>();
  const ending = new Set<Promise<void>>();
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();

  async function begin(entry: TrunkEntry): Promise<void> {
    const ctx = trunkCtx(entry);
    const opened = await openTrunk(ctx, entry.id);
    if (opened === undefined) return;
    const unregister = endpoint.register(opened.trunk, (state) => {
      storeRegistrationState(ctx, entry.id, gatewayId, state).catch((error: unknown) =>
        log.warn({ err: error, trunkId: entry.id }, "the state of a registration was not stored"),
      );
    });
    active.set(keyOf(entry), { entry, unregister });
  }

  async function end(key: string): Promise<void> {
    const registration = active.get(key);
    active.delete(key);
    if (registration === undefined) return;
    await registration.unregister();
    await releaseRegistration(trunkCtx(registration.entry), registration.entry.id, gatewayId);
  }

  function endSoon(key: string): void {
    const ended = end(key)
      .catch((error: unknown) => log.warn({ err: error }, "a registration was not removed"))
      .finally(() => ending.delete(ended));
    ending.add(ended);
  }

  async function update(): Promise<void> {
    const required = new Map(
      isStopped || !isAccepting()
        ? []
        : directory
            .all()
            .flatMap((entry) => (entry.settings.register ? [[keyOf(entry), entry] as const] : [])),
    );
    // A registrar that answers slowly must not delay the leases of other trunks.
    for (const key of [...active.keys()]) if (!required.has(key)) endSoon(key);
    for (const [key, entry] of required) {
      const isMine = await claimRegistration(trunkCtx(entry), entry.id, gatewayId);
      if (isMine && !active.has(key)) await begin(entry);
      if (!isMine) endSoon(key);
    }
  }

  const run = (): Promise<void> => {
    running = running.then(update).catch((error: unknown) => {
      log.warn({ err: error }, "the registrations of SIP trunks could not be updated");
    });
    return running;
  };
  const timer = setInterval(() => void run(), INTERVAL_MS);
  timer.unref();
  void run();
  return {
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await run();
      await Promise.all(ending);
    },
  };
}
