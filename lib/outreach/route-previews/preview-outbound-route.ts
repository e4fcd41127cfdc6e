import { selectCandidates } from "@/lib/outreach/carriers";
import { findOutboundRoute } from "@/lib/outreach/outbound-routes";
import type { Ctx } from "@/lib/platform/context";
import type { OutboundPreview } from "./schema";

/**
 * Previews the trunks of a live call to a number in E.164, by the rules of real calls: those of its outbound route, and why one
 * would be skipped now. Nothing is sent or stored.
 */
export async function previewOutboundRoute(base: Ctx, to: string | undefined): Promise<OutboundPreview> {
  const ctx: Ctx = { ...base, environment: "live" };
  const route = to === undefined ? undefined : await findOutboundRoute(ctx, to);
  if (to === undefined || route === undefined) return { prefix: null, trunks: [] };
  const call = { to, preferred: null, agentId: null };
  const { candidates, tries } = await selectCandidates(ctx, call, route.trunk_ids);
  return {
    prefix: route.prefix,
    trunks: route.trunk_ids.map((id) => {
      const candidate = candidates.find(({ integration_id }) => integration_id === id);
      const skipped = tries.find(({ integration_id }) => integration_id === id);
      return {
        integration_id: id,
        from_number: (candidate ?? skipped)?.from_number ?? null,
        problem: skipped?.reason ?? null,
      };
    }),
  };
}
