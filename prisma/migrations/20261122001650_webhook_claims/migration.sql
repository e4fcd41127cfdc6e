-- Who sends to an endpoint at this moment: several are taken by one statement, and given back by who took them alone.
ALTER TABLE "webhook_endpoints" ADD COLUMN "lease_owner" TEXT;
-- Nobody looks for the deliveries of an event any more: a worker takes the endpoints that have something due.
DROP INDEX "webhook_deliveries_workspace_id_event_id_idx";

-- Takes the jobs that say of this workspace what another has just said: that there is something to be sent. Whoever asks
-- looks for all of it afterwards, in the same transaction. Among the first thousand of the queue's: a longer queue is come
-- to later, and what is locked at this moment is begun by somebody.
CREATE FUNCTION take_webhook_events(ws text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  WITH waiting AS (
    SELECT j.id, j.payload FROM graphile_worker._private_jobs j
    WHERE j.is_available AND j.run_at <= now()
      AND j.task_id = (SELECT t.id FROM graphile_worker._private_tasks t WHERE t.identifier = 'webhook.event')
    ORDER BY j.priority, j.run_at LIMIT 1000
  ), free AS (
    SELECT j.id FROM graphile_worker._private_jobs j
    WHERE j.id = ANY (ARRAY(SELECT w.id FROM waiting w WHERE w.payload->>'workspaceId' = ws)) AND j.is_available
    FOR UPDATE SKIP LOCKED
  )
  DELETE FROM graphile_worker._private_jobs j USING free WHERE j.id = free.id;
END $$;
REVOKE ALL ON FUNCTION take_webhook_events(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_webhook_events(text) TO parley_app;
