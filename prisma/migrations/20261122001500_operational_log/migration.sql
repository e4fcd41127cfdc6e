-- When the bytes of a file were last looked for, and since when they are missing.
ALTER TABLE "recordings" ADD COLUMN "checked_at" TIMESTAMPTZ(3), ADD COLUMN "missing_since" TIMESTAMPTZ(3);
ALTER TABLE "exports" ADD COLUMN "checked_at" TIMESTAMPTZ(3), ADD COLUMN "missing_since" TIMESTAMPTZ(3);

-- How far the storage was walked for what no row knows. One row of the installation; `owner` is written into the storage too.
CREATE TABLE "storage_sweeps" (
    "owner" TEXT NOT NULL,
    "place" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "orphans" INTEGER NOT NULL DEFAULT 0,
    "removed" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "storage_sweeps_pkey" PRIMARY KEY ("owner")
);
INSERT INTO storage_sweeps (owner) VALUES (replace(gen_random_uuid()::text, '-', ''));
GRANT SELECT, UPDATE ON storage_sweeps TO parley_app;

-- What is to be looked at next, oldest look first; and what an operator is told of.
CREATE INDEX recordings_to_check ON recordings (workspace_id, checked_at NULLS FIRST) WHERE state = 'ready';
CREATE INDEX exports_to_check ON exports (workspace_id, checked_at NULLS FIRST) WHERE status = 'completed';
CREATE INDEX "recordings_object_idx" ON "recordings"("object");
CREATE INDEX "exports_object_idx" ON "exports"("object");

-- Which of these folders belong to a row of whatever workspace. Bytes say nothing of whose they are, so that nobody can ask
-- as its tenant; what is told is what was asked with, names of 128 random bits.
DO $$ BEGIN
  EXECUTE format('CREATE POLICY roll_call ON recordings FOR SELECT TO %I USING (true)', current_user);
  EXECUTE format('CREATE POLICY roll_call ON exports FOR SELECT TO %I USING (true)', current_user);
END $$;
CREATE FUNCTION objects_with_rows(objects text[]) RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT o FROM unnest(objects) o
  WHERE EXISTS (SELECT FROM recordings WHERE object = o) OR EXISTS (SELECT FROM exports WHERE object = o)
$$;
REVOKE ALL ON FUNCTION objects_with_rows(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION objects_with_rows(text[]) TO parley_app;
