import {
  openIntegration,
  readIntegration,
  storeCheckedSettings,
  storeRetentionCheck,
} from "@/lib/agents/integrations";
import type { Integration, IntegrationCheck } from "@/lib/agents/integrations/schema";
import {
  adapterOf,
  CHECK_LIMITS,
  type CheckLimits,
  type CheckResult,
  createFinding,
  type Probe,
} from "@/lib/agents/providers";
import type { KindOf } from "@/lib/agents/providers/schema";
import { checkCarrierSetUp, checkTrunk } from "@/lib/outreach/carriers";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { defaultHttpClient, type HttpClient } from "@/lib/platform/egress";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { LIMITS, take } from "@/lib/platform/limits";

/**
 * `baseUrl`: this installation's public address, by default PARLEY_BASE_URL. `httpClient`: the client for a
 * carrier's API, by default `egress`.
 */
type CheckOptions = {
  egress?: HttpClient;
  limits?: CheckLimits;
  baseUrl?: string | undefined;
  httpClient?: Pick<HttpClient, "fetch">;
};

const DISCONNECTED: CheckResult = {
  findings: [createFinding("not_connected", null)],
};

/** The checks of carriers. They need the workspace's numbers and this installation's public address. */
const CARRIER_CHECKS: Record<KindOf<"carrier">, typeof checkCarrierSetUp> = {
  twilio: checkCarrierSetUp,
  sip: checkTrunk,
};

async function checkProvider(
  ctx: Ctx,
  { id, kind }: Integration,
  options: CheckOptions,
  probe: Probe,
): Promise<CheckResult> {
  const adapter = adapterOf(kind);
  if (adapter === undefined) {
    const { httpClient = probe.egress } = options;
    const baseUrl = "baseUrl" in options ? options.baseUrl : env.PARLEY_BASE_URL;
    return { findings: await CARRIER_CHECKS[kind as KindOf<"carrier">](ctx, id, { httpClient, baseUrl }) };
  }
  const integration = await openIntegration(ctx, id);
  return integration === undefined ? DISCONNECTED : adapter.check(probe, integration);
}

async function admit(workspaceId: string): Promise<void> {
  const { admitted, resetS } = await take(`check:${workspaceId}`, LIMITS.checks);
  if (!admitted)
    throw new AppError("too_many_integration_checks", { params: { seconds: resetS }, retryAfterS: resetS });
}

/**
 * Asks the provider of an integration whether what calls and tools need of it works: the key, each model, voice or host,
 * and the instruction to keep nothing. Stores what it saw of that instruction and of a server's abilities; changes nothing at the provider. The check
 * is audited with its codes. Throws `not_found`, and `rate_limited` beyond twenty checks of a workspace within a minute.
 */
export async function checkIntegration(
  ctx: Ctx,
  id: string,
  options: CheckOptions = {},
): Promise<IntegrationCheck> {
  const integration = await readIntegration(ctx, id);
  await admit(ctx.workspaceId);
  const { limits = CHECK_LIMITS } = options;
  const signal = AbortSignal.timeout(limits.totalMs);
  const probe: Probe = { egress: options.egress ?? defaultHttpClient, limits, signal };
  const { findings, retention = null, settings } = await checkProvider(ctx, integration, options, probe);
  const ok = findings.every((finding) => finding.ok);
  const codes = findings.filter((finding) => !finding.ok).map(({ code }) => code);
  await writeAudited(ctx, {
    run: [
      ...(retention === null ? [] : [storeRetentionCheck(ctx.workspaceId, id, retention)]),
      ...(settings === undefined ? [] : [storeCheckedSettings(ctx.workspaceId, id, settings)]),
    ],
    audit: {
      action: "integration.checked",
      target: id,
      after: { ok, codes, ...(retention !== null && { retention }) },
    },
  });
  return { integration_id: id, ok, findings };
}
