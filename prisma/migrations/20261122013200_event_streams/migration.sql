-- CreateTable
CREATE TABLE "event_streams" (
    "id" TEXT NOT NULL,
    "workspace" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_streams_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "event_streams_workspace_idx" ON "event_streams"("workspace");

-- Rows are renewed every few seconds by the process that sends the stream, so a crash may lose them.
ALTER TABLE event_streams SET UNLOGGED;
GRANT SELECT, INSERT, UPDATE, DELETE ON event_streams TO parley_app;

-- Takes a slot for a stream. Answers NULL, or which limit is reached: 'holder' or 'workspace'. One workspace's requests
-- are decided one after another, in whichever process they arrive, so that no two take the last slot.
CREATE FUNCTION stream_take(stream text, ws text, who text, holder_limit int, workspace_limit int, lease_ms int)
  RETURNS text LANGUAGE plpgsql AS $$
DECLARE in_workspace int; by_holder int;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('event_streams ' || ws, 0));
  DELETE FROM event_streams e WHERE e.workspace = ws AND e.expires_at <= clock_timestamp();
  SELECT count(*), count(*) FILTER (WHERE e.holder = who) INTO in_workspace, by_holder
    FROM event_streams e WHERE e.workspace = ws;
  IF by_holder >= holder_limit THEN RETURN 'holder'; END IF;
  IF in_workspace >= workspace_limit THEN RETURN 'workspace'; END IF;
  INSERT INTO event_streams VALUES (stream, ws, who, clock_timestamp() + lease_ms * interval '1 millisecond');
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION stream_take(text, text, text, int, int, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION stream_take(text, text, text, int, int, int) TO parley_app;
