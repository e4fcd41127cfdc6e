-- expand

-- AlterTable
ALTER TABLE "campaigns" ADD COLUMN     "trunk_ids" JSONB;

-- AlterTable
ALTER TABLE "sip_placements" ADD COLUMN     "alternatives" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "tries" JSONB NOT NULL DEFAULT '[]';

-- Without the pacing, which each step of a running campaign changes: carrier_failures, backoff_until, last_slot_at, updated_at.
CREATE OR REPLACE TRIGGER renew_revision BEFORE UPDATE OF name, agent_id, channel, purpose, status, starts_at, ends_at, "window",
    max_concurrent_calls, calls_per_second, attempts, trunk_ids, failure, launched_at, completed_at
  ON campaigns FOR EACH ROW EXECUTE FUNCTION renew_revision();
