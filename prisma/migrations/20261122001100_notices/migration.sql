-- AlterTable
ALTER TABLE "sessions" ADD COLUMN "browser" TEXT;

-- CreateTable
CREATE TABLE "notices" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "environment" TEXT,
    "subject" TEXT NOT NULL,
    "link_id" TEXT,
    "stage" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),
    "mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "notices_workspace_id_user_id_created_at_id_idx" ON "notices"("workspace_id", "user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "notices_workspace_id_created_at_idx" ON "notices"("workspace_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "notices_workspace_id_user_id_kind_subject_stage_key" ON "notices"("workspace_id", "user_id", "kind", "subject", "stage");

-- What Prisma's schema cannot say: grants, row-level security.
GRANT SELECT, INSERT, UPDATE, DELETE ON notices TO parley_app;
ALTER TABLE notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE notices FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON notices USING (workspace_id = current_setting('app.workspace_id', true));
-- The bell counts these, and most are read.
CREATE INDEX notices_unread ON notices (workspace_id, user_id) WHERE read_at IS NULL;

-- ── How the background work is ───────────────────────────────────────────────────────────────────────────────
-- The queue's tables belong to no workspace: within one, these count its own, and without one, for the operator, all.
-- `due`: jobs whose time has come and that nobody has begun. `failed`: given up for good.
CREATE FUNCTION job_counts() RETURNS TABLE (task text, due int, running int, later int, failed int, oldest timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
DECLARE ws text := COALESCE(current_setting('app.workspace_id', true), ''); BEGIN
  RETURN QUERY SELECT t.identifier,
      (count(*) FILTER (WHERE j.locked_at IS NULL AND j.attempts < j.max_attempts AND j.run_at <= now()))::int,
      (count(*) FILTER (WHERE j.locked_at IS NOT NULL))::int,
      (count(*) FILTER (WHERE j.locked_at IS NULL AND j.attempts < j.max_attempts AND j.run_at > now()))::int,
      (count(*) FILTER (WHERE j.locked_at IS NULL AND j.attempts >= j.max_attempts))::int,
      min(j.run_at) FILTER (WHERE j.locked_at IS NULL AND j.attempts < j.max_attempts AND j.run_at <= now())
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE ws = '' OR j.payload->>'workspaceId' = ws
    GROUP BY 1 ORDER BY 1;
END $$;
REVOKE ALL ON FUNCTION job_counts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION job_counts() TO parley_app;
