import { adminOfThisDatabase } from "@/test/fixtures/admin";

/**
 * Rewrites the versions of an agent in the database, as if they had gone live in another language before that
 * was rejected. The product's role and a trigger prevent changes of versions.
 */
export async function speakLanguage(agentId: string, language: string): Promise<void> {
  const admin = await adminOfThisDatabase();
  await admin.query("set session_replication_role = replica");
  await admin.query(
    "update agent_versions set config = jsonb_set(config, '{language}', to_jsonb($2::text)) where agent_id = $1",
    [agentId, language],
  );
  await admin.end();
}
