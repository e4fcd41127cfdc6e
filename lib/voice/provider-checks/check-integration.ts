import {
  failedFinding,
  openCredential,
  openModelServer,
  openSpeechAccount,
  type RetentionCheck,
  readIntegration,
  storeRetentionCheck,
} from "@/lib/agents/integrations";
import type { Finding, Integration, IntegrationCheck } from "@/lib/agents/integrations/schema";
import { checkCarrierSetUp } from "@/lib/outreach/carriers";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { defaultHttpClient, type HttpClient } from "@/lib/platform/egress";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { LIMITS, take } from "@/lib/platform/limits";
import { deepgramFindings } from "./deepgram";
import { elevenLabsFindings } from "./eleven-labs";
import { CHECK_LIMITS, type CheckLimits } from "./limits";
import { modelServerFindings } from "./model-server";
import type { Probe } from "./probe";
import { speechServerFindings } from "./speech-server";
import { toolCredentialFindings } from "./tool-credential";

/** `base`: the address of this installation, PARLEY_BASE_URL. `out`: what a carrier is asked by, where that differs. */
type CheckOptions = {
  egress?: HttpClient;
  limits?: CheckLimits;
  base?: string | undefined;
  httpClient?: Pick<HttpClient, "fetch">;
};

/** `retention`: what was seen of the instruction to keep nothing; null where nothing was. */
type Checked = { findings: Finding[]; retention?: RetentionCheck | null };

const GONE: Checked = {
  findings: [failedFinding("not_connected", "The integration was disconnected meanwhile. Connect it again.")],
};

async function speechChecked(ctx: Ctx, probe: Probe, integration: Integration): Promise<Checked> {
  const account = await openSpeechAccount(ctx, integration.name, integration.environment);
  if (account === undefined) return GONE;
  switch (account.kind) {
    case "deepgram":
      return deepgramFindings(probe, account);
    case "elevenlabs":
      return elevenLabsFindings(probe, account);
    case "speech":
      return { findings: await speechServerFindings(probe, account) };
  }
}

async function checkKind(
  ctx: Ctx,
  integration: Integration,
  options: CheckOptions,
  probe: Probe,
): Promise<Checked> {
  const { id, kind, environment } = integration;
  switch (kind) {
    case "twilio": {
      const { httpClient = probe.egress } = options;
      const base = "base" in options ? options.base : env.PARLEY_BASE_URL;
      return { findings: await checkCarrierSetUp(ctx, id, { httpClient, baseUrl: base }) };
    }
    case "model": {
      const server = await openModelServer(ctx, id);
      return server === undefined ? GONE : { findings: await modelServerFindings(probe, server) };
    }
    case "deepgram":
    case "elevenlabs":
    case "speech":
      return speechChecked(ctx, probe, integration);
    default: {
      const credential = await openCredential(ctx, id, environment);
      return credential === undefined ? GONE : { findings: await toolCredentialFindings(probe, credential) };
    }
  }
}

async function admit(workspaceId: string): Promise<void> {
  const { admitted, resetS } = await take(`check:${workspaceId}`, LIMITS.checks);
  if (!admitted)
    throw new AppError("rate_limited", `Many integrations were checked just now. Wait ${resetS} s.`, {
      retryAfterS: resetS,
    });
}

/**
 * Asks the provider of an integration whether what calls and tools need of it works: the key, each model, voice or host,
 * and the instruction to keep nothing. Stores what it saw of that instruction; changes nothing at the provider. The check
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
  const { findings, retention = null } = await checkKind(ctx, integration, options, probe);
  const ok = findings.every((finding) => finding.ok);
  const codes = findings.filter((finding) => !finding.ok).map(({ code }) => code);
  await writeAudited(ctx, {
    run: retention === null ? [] : [storeRetentionCheck(ctx.workspaceId, id, retention)],
    audit: {
      action: "integration.checked",
      target: id,
      after: { ok, codes, ...(retention !== null && { retention }) },
    },
  });
  return { integration_id: id, ok, findings };
}
