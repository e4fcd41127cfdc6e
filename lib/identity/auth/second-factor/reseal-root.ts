import { sql } from "kysely";
import { personSealer, resealUnderRoot, rootKeys } from "@/lib/platform/crypto";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { secretFieldRef } from "./check-code";

const BATCH_SIZE = 200;

const isFormer = () => sql<boolean>`sealed_key_version(secret) <> ${rootKeys().sealing}`;

/**
 * Seals the secrets of up to 200 people's second factors under the newest root key. A secret that changed meanwhile is left
 * for the next batch. Returns how many were read: 0 when none is left.
 */
export async function resealSecondFactors(): Promise<number> {
  const rows = await identityQuery(
    identityDb
      .selectFrom("second_factors")
      .select(["user_id", "secret"])
      .where(isFormer())
      .orderBy("user_id")
      .limit(BATCH_SIZE),
  );
  for (const { user_id: id, secret } of rows) {
    const resealed = resealUnderRoot(personSealer(), secretFieldRef(id), secret);
    if (resealed === null) continue;
    await identityQuery(
      identityDb
        .updateTable("second_factors")
        .set({ secret: resealed })
        .where("user_id", "=", id)
        .where("secret", "=", secret),
    );
  }
  return rows.length;
}

/** How many people's secrets are not under the newest root key. */
export async function countSecondFactorsUnderFormerRoot(): Promise<number> {
  const [row] = await identityQuery(
    identityDb.selectFrom("second_factors").select(sql<number>`count(*)::int`.as("n")).where(isFormer()),
  );
  return row?.n ?? 0;
}
