import type {
  Carrier,
  CarrierEvent,
  FindAnswer,
  HangUpAnswer,
  PlaceAnswer,
  RefusalKind,
} from "@/lib/outreach/dialing";
import type { Ctx } from "@/lib/platform/context";

/** A product's carrier waits longer; the stand-in's slowness is shorter in proportion. */
const TIMEOUT_MS = 1_000;

/** The stand-in carrier as the product speaks to it: what a carrier's adapter makes of statuses and silence. */
export function lineTo(port: number): Carrier {
  const ask = (body: object): Promise<Response | null> =>
    fetch(`http://127.0.0.1:${port}/`, {
      method: "POST",
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null);
  return {
    name: "stand-in",
    ready: async () => true,
    async place(_: Ctx, { key, to }): Promise<PlaceAnswer> {
      const response = await ask({ do: "place", key, to });
      if (response?.status === 429)
        return { at: "retry_later", afterS: Number(response.headers.get("retry-after")) };
      if (response?.status === 503) return { at: "unavailable" };
      const reply = (await response?.json().catch(() => null)) as { ref?: string; kind?: RefusalKind } | null;
      if (response?.status === 400 && reply?.kind) return { at: "refused", kind: reply.kind };
      return response?.ok && reply?.ref ? { at: "placed", ref: reply.ref } : { at: "unknown" };
    },
    async find(_: Ctx, { key }): Promise<FindAnswer> {
      const response = await ask({ do: "find", key });
      if (response?.status === 404) return { at: "not_found" };
      if (!response?.ok) return { at: "unavailable" };
      const { ref, last } = (await response.json()) as { ref: string; last: CarrierEvent["type"] | null };
      return { at: "placed", ref, last: last === null ? null : { type: last } };
    },
    async hangUp(_: Ctx, ref): Promise<HangUpAnswer> {
      const response = await ask({ do: "hang_up", ref });
      if (response?.ok) return { at: "done" };
      return { at: response?.status === 404 ? "over" : "unavailable" };
    },
    sendText: async () => ({ at: "unavailable" }),
  };
}
