-- expand

-- AlterTable
ALTER TABLE "agents" ADD COLUMN     "candidate_percent" INTEGER,
ADD COLUMN     "candidate_version" INTEGER,
ADD COLUMN     "split_id" TEXT;

-- AlterTable
ALTER TABLE "calls" ADD COLUMN     "is_candidate" BOOLEAN,
ADD COLUMN     "split_id" TEXT;

-- CreateTable
CREATE TABLE "traffic_splits" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "live_version" INTEGER NOT NULL,
    "candidate_version" INTEGER NOT NULL,
    "percent" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "started_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,

    CONSTRAINT "traffic_splits_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "call_scores" (
    "workspace_id" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "criterion" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "agent_id" TEXT NOT NULL,
    "agent_version" INTEGER,
    "environment" TEXT NOT NULL,
    "called_at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "problem" TEXT,
    "value" DOUBLE PRECISION,
    "passed" BOOLEAN,
    "content" BYTEA,
    "model" TEXT,
    "judged_at" TIMESTAMPTZ(3),
    "marked_value" DOUBLE PRECISION,
    "marked_by" TEXT,
    "marked_at" TIMESTAMPTZ(3),

    CONSTRAINT "call_scores_pkey" PRIMARY KEY ("workspace_id","call_id","criterion","version")
);

-- CreateTable
CREATE TABLE "cost_limits" (
    "workspace_id" TEXT NOT NULL,
    "limits" JSONB NOT NULL,
    "revision" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
    "changed_at" TIMESTAMPTZ(3),

    CONSTRAINT "cost_limits_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "call_costs" (
    "workspace_id" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "currency" TEXT NOT NULL,
    "amount" DECIMAL(30,15) NOT NULL,
    "is_reserved" BOOLEAN NOT NULL,

    CONSTRAINT "call_costs_pkey" PRIMARY KEY ("workspace_id","call_id")
);

-- CreateTable
CREATE TABLE "dismissed_proposals" (
    "workspace_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "dismissed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dismissed_proposals_pkey" PRIMARY KEY ("workspace_id","call_id")
);

-- CreateTable
CREATE TABLE "scorecards" (
    "workspace_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "model" TEXT,
    "criteria" JSONB NOT NULL,
    "revision" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scorecards_pkey" PRIMARY KEY ("workspace_id","agent_id")
);

-- CreateIndex
CREATE INDEX "traffic_splits_workspace_id_agent_id_started_at_id_idx" ON "traffic_splits"("workspace_id", "agent_id", "started_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "call_scores_workspace_id_agent_id_criterion_called_at_idx" ON "call_scores"("workspace_id", "agent_id", "criterion", "called_at");

-- CreateIndex
CREATE INDEX "call_costs_workspace_id_day_agent_id_currency_amount_idx" ON "call_costs"("workspace_id", "day", "agent_id", "currency", "amount");

-- CreateIndex
CREATE INDEX "dismissed_proposals_workspace_id_agent_id_idx" ON "dismissed_proposals"("workspace_id", "agent_id");

-- AddForeignKey
ALTER TABLE "traffic_splits" ADD CONSTRAINT "traffic_splits_workspace_id_agent_id_live_version_fkey" FOREIGN KEY ("workspace_id", "agent_id", "live_version") REFERENCES "agent_versions"("workspace_id", "agent_id", "version") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "traffic_splits" ADD CONSTRAINT "traffic_splits_workspace_id_agent_id_candidate_version_fkey" FOREIGN KEY ("workspace_id", "agent_id", "candidate_version") REFERENCES "agent_versions"("workspace_id", "agent_id", "version") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_scores" ADD CONSTRAINT "call_scores_workspace_id_call_id_fkey" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "calls"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_scores" ADD CONSTRAINT "call_scores_workspace_id_agent_id_fkey" FOREIGN KEY ("workspace_id", "agent_id") REFERENCES "agents"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "cost_limits" ADD CONSTRAINT "cost_limits_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "dismissed_proposals" ADD CONSTRAINT "dismissed_proposals_workspace_id_agent_id_fkey" FOREIGN KEY ("workspace_id", "agent_id") REFERENCES "agents"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "scorecards" ADD CONSTRAINT "scorecards_workspace_id_agent_id_fkey" FOREIGN KEY ("workspace_id", "agent_id") REFERENCES "agents"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Everything that parley_app may do is listed here. A privilege that is removed from the list is revoked.
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO parley_app;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM parley_app;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM parley_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON
  users, sessions, second_factors, recovery_codes, password_resets, staff, staff_sessions,
  rate_limits, event_streams, worker_heartbeats, voice_gateways,
  workspaces, workspace_keys, subject_keys, key_rotations, customer_keys, key_imports,
  members, invitations, api_keys, sso_connections, sso_domains, sso_requests, notices,
  agents, tools, integrations, phone_numbers,
  calls, call_turns, call_sessions, call_comments, callbacks, recordings, texts,
  contacts, suppressions, imports, import_chunks, import_rejected_parts, campaigns, campaign_contacts, attempts,
  webhook_endpoints, webhook_deliveries, exports, saved_views, analytics_rollups, idempotency_keys, backfills,
  sip_placements, sip_registrations, trunk_usage, call_joins, suites, suite_runs, suite_results,
  price_lists, cost_limits, call_costs, scorecards, call_scores
TO parley_app;
-- Written once: added and removed, and not changed.
GRANT SELECT, INSERT, DELETE ON
  consents, sso_assertions, deferred_texts, webhook_events, analytics_changes, call_sip_messages,
  dismissed_proposals
TO parley_app;
-- An erasure seals a consent's text under a new key. It changes these columns only.
GRANT UPDATE (wording, evidence) ON consents TO parley_app;
-- Not removed: the record of who was given access, the receipts of erasures, the state of the figures, and the splits that calls name.
GRANT SELECT, INSERT, UPDATE ON staff_tickets, deletions, analytics_state, traffic_splits TO parley_app;
GRANT SELECT, INSERT ON agent_versions, agent_rollbacks TO parley_app;
-- Written by functions and triggers only.
GRANT SELECT ON audit_events, audit_heads, key_ids, campaign_counts TO parley_app;
-- Written by migrations only.
GRANT SELECT ON schema_state TO parley_app;
GRANT SELECT, UPDATE ON storage_sweeps TO parley_app;
GRANT SELECT, INSERT, DELETE ON secret_fingerprints TO parley_app;
GRANT USAGE ON SEQUENCE analytics_changes_id_seq TO parley_app;

-- A query without a workspace returns no rows. Every table with `workspace_id` has this policy, except the two that are read to
-- find the workspace (lib/platform/db/tables.ts).
-- locks: call_costs ACCESS EXCLUSIVE, call_scores ACCESS EXCLUSIVE, cost_limits ACCESS EXCLUSIVE, dismissed_proposals ACCESS EXCLUSIVE, scorecards ACCESS EXCLUSIVE, traffic_splits ACCESS EXCLUSIVE
DO $$ DECLARE t text; BEGIN
  FOR t IN
    SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('sessions', 'key_ids')
      AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'tenant')
    ORDER BY c.relname
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = current_setting(''app.workspace_id'', true))', t);
  END LOOP;
END $$;

-- Every table with an environment has one of the two.
-- locks: call_scores ACCESS EXCLUSIVE
DO $$ DECLARE t record; BEGIN
  FOR t IN
    SELECT c.relname, a.attnotnull FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'environment' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.conname = c.relname || '_environment_check')
    ORDER BY c.relname
  LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (environment IN (''live'', ''test''))', t.relname, t.relname || '_environment_check');
  END LOOP;
END $$;

ALTER TABLE traffic_splits
  DROP CONSTRAINT IF EXISTS traffic_splits_status_check,
  DROP CONSTRAINT IF EXISTS traffic_splits_percent_check,
  ADD CONSTRAINT traffic_splits_status_check CHECK (status IN ('running', 'promoted', 'stopped')),
  ADD CONSTRAINT traffic_splits_percent_check CHECK (percent BETWEEN 1 AND 99);

-- Widened: not valid, as every stored row has passed a narrower check, and a scan would block the calls.
ALTER TABLE calls
  DROP CONSTRAINT IF EXISTS calls_end_reason_check,
  ADD CONSTRAINT calls_end_reason_check CHECK (end_reason IN ('agent_ended', 'caller_hung_up', 'transferred', 'voicemail_reached', 'inactivity',
    'max_duration', 'busy', 'no_answer', 'declined', 'carrier_error', 'model_error', 'tool_error', 'opted_out',
    'policy_blocked', 'canceled', 'interrupted_by_restart', 'cost_limit')) NOT VALID;

ALTER TABLE call_scores
  DROP CONSTRAINT IF EXISTS call_scores_kind_check,
  DROP CONSTRAINT IF EXISTS call_scores_state_check,
  ADD CONSTRAINT call_scores_kind_check CHECK (kind IN ('yes_no', 'scale', 'text')),
  ADD CONSTRAINT call_scores_state_check CHECK (state IN ('judged', 'not_judged', 'pending'));

ALTER TABLE campaigns
  DROP CONSTRAINT IF EXISTS campaigns_waiting_reason_check,
  ADD CONSTRAINT campaigns_waiting_reason_check CHECK (waiting_reason IN ('trunk_limit_reached', 'cost_limit_reached')) NOT VALID;

-- The currency that limits count in: that of the limits, else that of the price list. Null without either.
CREATE OR REPLACE FUNCTION cost_currency(ws text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT l.limits->>'currency' FROM cost_limits l WHERE l.workspace_id = ws),
    (SELECT min(p.price->>'currency') FROM price_lists list, jsonb_array_elements(list.prices->'prices') AS p(price) WHERE list.workspace_id = ws)
  )
$$;
REVOKE ALL ON FUNCTION cost_currency(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION cost_currency(text) TO parley_app;

-- The cost of recorded use by the prices of a day (UTC), for each currency, and whether every use has a price. The same as `priceUses` of
-- lib/agents/prices; the factors are exact, as a division would round.
CREATE OR REPLACE FUNCTION cost_of_usage(ws text, usage jsonb, priced_on date) RETURNS jsonb LANGUAGE sql STABLE AS $$
  WITH used AS (
    SELECT e.entry->>'provider' AS provider, e.entry->>'model' AS model, unit.key AS unit, sum(unit.value::numeric) AS quantity
    FROM jsonb_array_elements(usage) AS e(entry) CROSS JOIN LATERAL jsonb_each_text(e.entry->'units') AS unit
    GROUP BY 1, 2, 3
  ), priced AS (
    SELECT price.currency, used.quantity * price.amount * price.factor AS cost
    FROM used LEFT JOIN LATERAL (
      SELECT p.price->>'currency' AS currency, (p.price->>'amount')::numeric AS amount,
        CASE (p.price->>'per')::int WHEN 1 THEN 1 WHEN 1000 THEN 0.001 ELSE 0.000001 END AS factor
      FROM price_lists list, jsonb_array_elements(list.prices->'prices') AS p(price)
      WHERE list.workspace_id = ws AND p.price->>'provider' = used.provider AND p.price->>'unit' = used.unit
        AND p.price->>'model' IN (used.model, '*') AND (p.price->>'valid_from')::date <= priced_on
      ORDER BY p.price->>'model' = '*', p.price->>'valid_from' DESC
      LIMIT 1
    ) AS price ON true
  )
  SELECT jsonb_build_object(
    'total', coalesce((SELECT jsonb_agg(jsonb_build_object('currency', s.currency, 'amount', trim_scale(s.cost)::text) ORDER BY s.currency)
      FROM (SELECT currency, sum(cost) AS cost FROM priced WHERE currency IS NOT NULL GROUP BY currency) AS s), '[]'::jsonb),
    'is_complete', (SELECT coalesce(bool_and(currency IS NOT NULL), true) FROM priced) AND jsonb_array_length(usage) < 500
  )
$$;
REVOKE ALL ON FUNCTION cost_of_usage(text, jsonb, date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION cost_of_usage(text, jsonb, date) TO parley_app;

-- What the calls of a day and its month have cost and reserved so far, without one call.
CREATE OR REPLACE FUNCTION cost_used(ws text, agent text, today date, except_call text)
RETURNS TABLE (of_agent numeric, of_day numeric, of_month numeric) LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(k.amount) FILTER (WHERE k.day = today AND k.agent_id = agent), 0),
    coalesce(sum(k.amount) FILTER (WHERE k.day = today), 0), coalesce(sum(k.amount), 0)
  FROM call_costs k
  WHERE k.workspace_id = ws AND k.day BETWEEN date_trunc('month', today)::date AND today AND k.currency = cost_currency(ws)
    AND k.call_id IS DISTINCT FROM except_call
$$;
REVOKE ALL ON FUNCTION cost_used(text, text, date, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION cost_used(text, text, date, text) TO parley_app;

-- The amount that a new call reserves: its limit, else that of the workspace, else a quarter of the currency's unit.
CREATE OR REPLACE FUNCTION cost_reservation(limits jsonb, agent_limits jsonb) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce((agent_limits->>'per_call')::numeric, (limits->>'reserve_per_call')::numeric, 0.25)
$$;
REVOKE ALL ON FUNCTION cost_reservation(jsonb, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION cost_reservation(jsonb, jsonb) TO parley_app;

-- Reserves an amount for a call, or raises its reservation, unless a limit would be exceeded. Returns the limit that forbids it (call,
-- agent_day, workspace_day, workspace_month), else null. Without limits nothing is reserved. `wanted`: null for the amount that a new
-- call reserves. The reservations of a workspace are made one after the other, so that simultaneous calls cannot all take what is left.
CREATE OR REPLACE FUNCTION reserve_call_cost(ws text, id text, at timestamptz, wanted numeric) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  limits jsonb;
  agent_limits jsonb;
  agent text;
  today date;
  target numeric;
  used record;
BEGIN
  SELECT l.limits INTO limits FROM cost_limits l WHERE l.workspace_id = ws;
  SELECT c.agent_id, coalesce(c.draft_config, v.config)->'cost_limits', (at AT TIME ZONE w.timezone)::date
    INTO agent, agent_limits, today
    FROM calls c JOIN workspaces w ON w.id = c.workspace_id
    LEFT JOIN agent_versions v ON v.workspace_id = c.workspace_id AND v.agent_id = c.agent_id AND v.version = c.agent_version
    WHERE c.workspace_id = ws AND c.id = reserve_call_cost.id;
  IF agent IS NULL OR coalesce(limits->>'per_day', limits->>'per_month', agent_limits->>'per_call', agent_limits->>'per_day') IS NULL THEN
    RETURN NULL;
  END IF;
  target := coalesce(wanted, cost_reservation(limits, agent_limits));
  IF target > (agent_limits->>'per_call')::numeric THEN RETURN 'call'; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(ws, 19));
  SELECT * INTO used FROM cost_used(ws, agent, today, reserve_call_cost.id);
  IF used.of_agent + target > (agent_limits->>'per_day')::numeric THEN RETURN 'agent_day'; END IF;
  IF used.of_day + target > (limits->>'per_day')::numeric THEN RETURN 'workspace_day'; END IF;
  IF used.of_month + target > (limits->>'per_month')::numeric THEN RETURN 'workspace_month'; END IF;
  INSERT INTO call_costs AS k (workspace_id, call_id, agent_id, day, currency, amount, is_reserved)
    VALUES (ws, reserve_call_cost.id, agent, today, coalesce(cost_currency(ws), 'XXX'), target, true)
    ON CONFLICT (workspace_id, call_id) DO UPDATE SET amount = EXCLUDED.amount WHERE k.is_reserved;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION reserve_call_cost(text, text, timestamptz, numeric) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reserve_call_cost(text, text, timestamptz, numeric) TO parley_app;

-- Reserves the cost of a new call. Raises PL003, so that the batch that stores the call is rolled back. Its detail is the limit, and the
-- seconds until its period ends.
CREATE OR REPLACE FUNCTION require_call_cost(ws text, id text, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  reached text := reserve_call_cost(ws, id, at, NULL);
  zone text;
  period text;
  ends_in int;
BEGIN
  IF reached IS NULL THEN RETURN; END IF;
  SELECT w.timezone INTO zone FROM workspaces w WHERE w.id = ws;
  period := CASE WHEN reached = 'workspace_month' THEN 'month' ELSE 'day' END;
  ends_in := ceil(extract(epoch FROM
    (date_trunc(period, at AT TIME ZONE zone) + ('1 ' || period)::interval) AT TIME ZONE zone - at));
  RAISE EXCEPTION 'a cost limit is reached' USING ERRCODE = 'PL003', DETAIL = reached || ' ' || ends_in;
END $$;
REVOKE ALL ON FUNCTION require_call_cost(text, text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION require_call_cost(text, text, timestamptz) TO parley_app;

-- The number of calls of an agent that can begin now. Null without limits. The caller's transaction then holds the lock of the
-- workspace's reservations.
CREATE OR REPLACE FUNCTION count_affordable_calls(ws text, agent text, agent_limits jsonb, at timestamptz) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  limits jsonb;
  today date;
  used record;
  remaining numeric;
BEGIN
  SELECT l.limits INTO limits FROM cost_limits l WHERE l.workspace_id = ws;
  IF coalesce(limits->>'per_day', limits->>'per_month', agent_limits->>'per_day') IS NULL THEN RETURN NULL; END IF;
  SELECT (at AT TIME ZONE w.timezone)::date INTO today FROM workspaces w WHERE w.id = ws;
  PERFORM pg_advisory_xact_lock(hashtextextended(ws, 19));
  SELECT * INTO used FROM cost_used(ws, agent, today, NULL);
  remaining := least((agent_limits->>'per_day')::numeric - used.of_agent, (limits->>'per_day')::numeric - used.of_day,
    (limits->>'per_month')::numeric - used.of_month);
  RETURN least(greatest(floor(remaining / cost_reservation(limits, agent_limits)), 0), 1000000)::int;
END $$;
REVOKE ALL ON FUNCTION count_affordable_calls(text, text, jsonb, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_affordable_calls(text, text, jsonb, timestamptz) TO parley_app;

-- Replaces the reservation of a settled call by its cost. A call that cost nothing has no row.
CREATE OR REPLACE FUNCTION settle_call_cost() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  in_currency text := cost_currency(NEW.workspace_id);
  cost numeric;
BEGIN
  IF in_currency IS NULL THEN RETURN NULL; END IF;
  SELECT (t.item->>'amount')::numeric INTO cost FROM jsonb_array_elements(
    cost_of_usage(NEW.workspace_id, NEW.usage, (coalesce(NEW.started_at, NEW.created_at) AT TIME ZONE 'UTC')::date)->'total'
  ) AS t(item) WHERE t.item->>'currency' = in_currency;
  IF coalesce(cost, 0) = 0 THEN
    DELETE FROM call_costs k WHERE k.workspace_id = NEW.workspace_id AND k.call_id = NEW.id;
    RETURN NULL;
  END IF;
  INSERT INTO call_costs (workspace_id, call_id, agent_id, day, currency, amount, is_reserved)
    SELECT NEW.workspace_id, NEW.id, NEW.agent_id, (coalesce(NEW.started_at, NEW.created_at) AT TIME ZONE w.timezone)::date, in_currency,
      cost, false
    FROM workspaces w WHERE w.id = NEW.workspace_id
    ON CONFLICT (workspace_id, call_id) DO UPDATE SET amount = EXCLUDED.amount, currency = EXCLUDED.currency, is_reserved = false;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION settle_call_cost() FROM PUBLIC;

CREATE OR REPLACE TRIGGER settle_call_cost AFTER UPDATE OF settled_at ON calls FOR EACH ROW
  WHEN (OLD.settled_at IS NULL AND NEW.settled_at IS NOT NULL) EXECUTE FUNCTION settle_call_cost();

-- A call that is deleted before it is settled reserves nothing. The cost of a settled call stays: the money is spent.
CREATE OR REPLACE FUNCTION release_call_cost() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM call_costs k WHERE k.workspace_id = OLD.workspace_id AND k.call_id = OLD.id AND k.is_reserved;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION release_call_cost() FROM PUBLIC;

CREATE OR REPLACE TRIGGER release_call_cost AFTER DELETE ON calls FOR EACH ROW
  WHEN (OLD.settled_at IS NULL) EXECUTE FUNCTION release_call_cost();

-- Adds a job. A waiting job with the same key is replaced. `add_job` frees the key of a running job before it writes, but does not see one
-- that another transaction is adding: a worker can start that between its commit and the write, which then changes the running job. That
-- job may have read older data, so the key is freed and the job is added.
CREATE OR REPLACE FUNCTION enqueue_job(task text, payload json, job_key text, run_at timestamptz, max_attempts int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  LOOP
    PERFORM graphile_worker.add_job(task, with_origin(payload), run_at => run_at, max_attempts => max_attempts, job_key => job_key, job_key_mode => 'replace');
    EXIT WHEN NOT EXISTS (SELECT FROM graphile_worker._private_jobs j WHERE j.key = job_key AND j.locked_at IS NOT NULL);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION enqueue_job(text, json, text, timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job(text, json, text, timestamptz, int) TO parley_app;

-- Adds many jobs of one kind with one call. For jobs that were started meanwhile, see enqueue_job.
CREATE OR REPLACE FUNCTION enqueue_jobs(task text, payloads json[], job_keys text[], run_ats timestamptz[], max_attempts int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  PERFORM graphile_worker.add_jobs(array(
    SELECT (task, with_origin(payload), null, run_at, max_attempts, job_key, null, null)::graphile_worker.job_spec
    FROM unnest(payloads, job_keys, run_ats) AS given(payload, job_key, run_at)
  )) WHERE cardinality(job_keys) > 0;
  PERFORM enqueue_job(task, given.payload, given.job_key, given.run_at, max_attempts)
    FROM unnest(payloads, job_keys, run_ats) AS given(payload, job_key, run_at)
    WHERE EXISTS (SELECT FROM graphile_worker._private_jobs j WHERE j.key = given.job_key AND j.locked_at IS NOT NULL);
END $$;
REVOKE ALL ON FUNCTION enqueue_jobs(text, json[], text[], timestamptz[], int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_jobs(text, json[], text[], timestamptz[], int) TO parley_app;

CREATE OR REPLACE TRIGGER renew_revision BEFORE UPDATE ON scorecards FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION renew_revision();

CREATE OR REPLACE TRIGGER renew_revision BEFORE UPDATE ON cost_limits FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION renew_revision();

COMMENT ON TABLE traffic_splits IS 'A comparison of two versions of an agent in live calls. An agent has at most one that is running; `agents.split_id` names it.';

COMMENT ON TABLE call_scores IS 'A score of a call by a version of a criterion: the judge''s and a member''s. It is deleted with the call''s content, as comments.';

COMMENT ON TABLE cost_limits IS 'The limits of what a workspace''s calls may cost. No row: no limits were set.';

COMMENT ON TABLE call_costs IS 'What a call costs: a reservation while it runs, its cost by the price list once it is settled. Limits are compared with the sums.';

COMMENT ON TABLE dismissed_proposals IS 'Calls that are not proposed as test cases again. Removed after the period of proposals.';

COMMENT ON TABLE scorecards IS 'The criteria by which an agent''s calls are judged after they have settled. No row before the first change.';
