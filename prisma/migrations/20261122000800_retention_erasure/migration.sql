-- CreateTable
CREATE TABLE "deletions" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "contact_id" TEXT,
    "contact_hash" BYTEA NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'scheduled',
    "blocked_by" TEXT,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "due_by" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "passes" INTEGER NOT NULL DEFAULT 0,
    "removed" JSONB NOT NULL DEFAULT '{}',
    "data_backups_expire_by" TIMESTAMPTZ(3),
    "key_backups_expire_by" TIMESTAMPTZ(3),
    "receipt" JSONB,

    CONSTRAINT "deletions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "deletions_workspace_id_environment_requested_at_id_idx" ON "deletions"("workspace_id", "environment", "requested_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "deletions_workspace_id_environment_contact_hash_requested_a_idx" ON "deletions"("workspace_id", "environment", "contact_hash", "requested_at" DESC);

-- What Prisma's schema cannot say: grants, row-level security, and that one number is erased by one deletion at a time.
GRANT SELECT, INSERT, UPDATE ON deletions TO parley_app;
ALTER TABLE deletions ENABLE ROW LEVEL SECURITY;
ALTER TABLE deletions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON deletions USING (workspace_id = current_setting('app.workspace_id', true));
ALTER TABLE deletions ADD CONSTRAINT deletions_status CHECK (status IN ('scheduled', 'running', 'completed', 'blocked'));
CREATE UNIQUE INDEX deletions_one ON deletions (workspace_id, environment, contact_hash) WHERE completed_at IS NULL;

-- A deletion that is complete stays as it was: its receipt says so to others.
CREATE FUNCTION keep_receipt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF OLD.completed_at IS NOT NULL THEN
    RAISE EXCEPTION 'a completed deletion is not changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_receipt BEFORE UPDATE ON deletions FOR EACH ROW EXECUTE FUNCTION keep_receipt();

-- The ledger is not changed, but an erasure replaces the key under which it is sealed: the boxes of an entry, and nothing
-- else of it. It is no new entry, so that nothing is told of it.
GRANT UPDATE (wording, evidence) ON consents TO parley_app;
DROP TRIGGER frozen ON consents;
CREATE TRIGGER frozen BEFORE UPDATE ON consents FOR EACH ROW
  WHEN (to_jsonb(OLD.*) - 'wording' - 'evidence' IS DISTINCT FROM to_jsonb(NEW.*) - 'wording' - 'evidence')
  EXECUTE FUNCTION refuse_change();

-- What the clocks find: settled calls that still have their words, by the agent whose policy says how long.
CREATE INDEX calls_with_transcript ON calls (workspace_id, agent_id, ended_at) WHERE transcript IS NOT NULL;
-- What providers failed to do is part of the operational log, which is kept for 30 days.
CREATE INDEX calls_with_failures ON calls (workspace_id, created_at) WHERE provider_failures <> '[]'::jsonb;

-- Jobs that failed for good stay in the queue's table to be seen, for as long as the operational log. They hold ids alone.
CREATE FUNCTION sweep_failed_jobs(before timestamptz, most int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE gone int; BEGIN
  DELETE FROM graphile_worker._private_jobs WHERE id IN (
    SELECT id FROM graphile_worker._private_jobs
    WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < before ORDER BY id LIMIT most FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
REVOKE ALL ON FUNCTION sweep_failed_jobs(timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sweep_failed_jobs(timestamptz, int) TO parley_app;
