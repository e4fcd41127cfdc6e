-- Costs of calls as far as limits need them: one row for each call, reserved when the call begins and replaced by its cost when it is
-- settled. docs/decisions/0109 gives the reasons.

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
