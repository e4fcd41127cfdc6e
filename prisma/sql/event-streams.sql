-- Open event streams. Unlogged: their processes renew the rows every few seconds, so that a crash may lose them.
ALTER TABLE event_streams SET UNLOGGED;

-- Takes a slot for a stream. Returns null, or the limit that is reached: 'holder' or 'workspace'. An advisory lock orders the
-- requests of one workspace over all processes, so that two do not take the last slot.
CREATE OR REPLACE FUNCTION take_stream_slot(stream text, ws text, who text, holder_limit int, workspace_limit int, lease_ms int)
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
REVOKE ALL ON FUNCTION take_stream_slot(text, text, text, int, int, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_stream_slot(text, text, text, int, int, int) TO parley_app;
