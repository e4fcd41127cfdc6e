import { sql } from "kysely";
import { personSealer, type ResealResult, rootKeys, tryResealUnderRoot } from "@/lib/platform/crypto";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { secretFieldRef } from "./check-code";

const BATCH_SIZE = 200;

const isFormer = () => sql<boolean>`sealed_key_version(secret) <> ${rootKeys().sealing}`;

/**
 * Seals the secrets of up to 200 people's second factors under the newest root key, of those after a person's id. A secret that
 * changed meanwhile, or that does not open, is left as it is. `last`: the id to continue with; null when there is no next batch.
 */
export async function resealSecondFactors(after: string): Promise<ResealResult & { last: string | null }> {
  const result = { resealed: 0, damaged: [] as string[] };
  const rows = await identityQuery(
    identityDb
      .selectFrom("second_factors")
      .select(["user_id", "secret"])
      .where(isFormer())
      .where("user_id", ">", after)
      .orderBy("user_id")
      .limit(BATCH_SIZE),
  );
  for (const { user_id: id, secret } of rows) {
    const resealed = tryResealUnderRoot(personSealer(), secretFieldRef(id), secret, {
      place: `second_factors ${id}`,
      damaged: result.damaged,
    });
    if (resealed === null) continue;
    result.resealed += 1;
    await identityQuery(
      identityDb
        .updateTable("second_factors")
        .set({ secret: resealed })
        .where("user_id", "=", id)
        .where("secret", "=", secret),
    );
  }
  return { ...result, last: rows.at(-1)?.user_id ?? null };
}

/** How many people's secrets are not under the newest root key. */
export async function countSecondFactorsUnderFormerRoot(): Promise<number> {
  const [row] = await identityQuery(
    identityDb.selectFrom("second_factors").select(sql<number>`count(*)::int`.as("n")).where(isFormer()),
  );
  return row?.n ?? 0;
}
