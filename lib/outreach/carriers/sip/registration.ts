import { sql } from "kysely";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import type { RegistrationState } from "@/lib/platform/sip";

/** How long a gateway's lease of a registration counts. Gateways renew it every 5 s. */
const LEASE_MS = 20_000;
/** Characters of the reason phrase of a response. */
const MAX_DETAIL = 200;

const ofTrunk = (ctx: Ctx, integrationId: string, gatewayId: string) =>
  [
    ["workspace_id", "=", ctx.workspaceId],
    ["integration_id", "=", integrationId],
    ["gateway_id", "=", gatewayId],
  ] as const;

/** A gateway that takes a registration over has not registered yet. */
const stateAfterClaim = (gatewayId: string) =>
  sql<string>`case when sip_registrations.gateway_id = ${gatewayId} then sip_registrations.state else 'registering' end`;

/** Takes or renews the lease of a trunk's registration. Returns false while another gateway has it. */
export async function claimRegistration(
  ctx: Ctx,
  integrationId: string,
  gatewayId: string,
): Promise<boolean> {
  const now = ctx.now();
  const lease = { gateway_id: gatewayId, lease_until: plusMs(now, LEASE_MS), updated_at: now };
  const claim = db
    .insertInto("sip_registrations")
    .values({ workspace_id: ctx.workspaceId, integration_id: integrationId, ...lease })
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "integration_id"])
        .doUpdateSet({ ...lease, state: stateAfterClaim(gatewayId) })
        .where((eb) =>
          eb.or([
            eb("sip_registrations.gateway_id", "=", gatewayId),
            eb("sip_registrations.lease_until", "<", now),
          ]),
        ),
    )
    .returning("gateway_id");
  const [rows] = await writeUnaudited(ctx, { run: [claim] });
  return rows.length > 0;
}

/** Releases the lease, so that another gateway can register at once. */
export async function releaseRegistration(ctx: Ctx, integrationId: string, gatewayId: string): Promise<void> {
  let release = db.deleteFrom("sip_registrations");
  for (const [column, , value] of ofTrunk(ctx, integrationId, gatewayId))
    release = release.where(column, "=", value);
  await writeUnaudited(ctx, { run: [release] });
}

/** The status and reason phrase of the server's response, else the name of the step that failed. */
const failureDetail = ({ step, status, detail }: RegistrationState & { at: "failed" }): string =>
  step === "response" ? `${status} ${detail}`.slice(0, MAX_DETAIL) : step;

/** Stores the state of a registration that this gateway has. */
export async function storeRegistrationState(
  ctx: Ctx,
  integrationId: string,
  gatewayId: string,
  state: RegistrationState,
): Promise<void> {
  const detail = state.at === "failed" ? failureDetail(state) : null;
  let update = db.updateTable("sip_registrations").set({ state: state.at, detail, updated_at: ctx.now() });
  for (const [column, , value] of ofTrunk(ctx, integrationId, gatewayId))
    update = update.where(column, "=", value);
  await writeUnaudited(ctx, { run: [update] });
}

/** The state of a trunk's registration; undefined if no gateway registers it now. */
export const readRegistration = (ctx: Pick<Ctx, "workspaceId" | "db" | "now">, integrationId: string) =>
  ctx.db.first(
    db
      .selectFrom("sip_registrations")
      .select(["state", "detail", "lease_until"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("integration_id", "=", integrationId)
      .where("lease_until", ">", ctx.now()),
  );
