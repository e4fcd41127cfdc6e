-- The figures of calls: which calls a figure counts, and the change of figures that a change of a call causes.
-- docs/analytics.md defines the figures in words.

-- Each figure has one definition, for the roll-ups and for the list of calls behind a figure.
CREATE OR REPLACE FUNCTION call_ended(c calls) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT c.status IN ('completed', 'no_answer', 'busy', 'voicemail', 'failed', 'canceled', 'blocked')
$$;

CREATE OR REPLACE FUNCTION call_answered(c calls) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT c.status IN ('completed', 'failed') AND c.answered_at IS NOT NULL
$$;

-- A caller is reached as a campaign counts it: on the phone when someone answers, in a text conversation when the contact replies.
CREATE OR REPLACE FUNCTION call_reached(c calls) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT c.status IN ('completed', 'failed') AND c.answered_at IS NOT NULL
    AND (c.channel IN ('phone', 'web') OR COALESCE(c.caller_turns, 0) > 0)
$$;

CREATE OR REPLACE FUNCTION call_contained(c calls) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT c.status = 'completed' AND c.answered_at IS NOT NULL
    AND (c.channel IN ('phone', 'web') OR COALESCE(c.caller_turns, 0) > 0)
    AND c.end_reason IS DISTINCT FROM 'transferred'
$$;

CREATE OR REPLACE FUNCTION call_opted_out(c calls) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT c.status IN ('completed', 'no_answer', 'busy', 'voicemail', 'failed', 'canceled', 'blocked')
    AND COALESCE(c.outcome_tag = 'opted_out' OR c.end_reason = 'opted_out', false)
$$;

CREATE OR REPLACE FUNCTION call_successful(c calls) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT c.status IN ('completed', 'failed') AND COALESCE(c.outcome_successful, false)
$$;

-- Calls with measured response times.
CREATE OR REPLACE FUNCTION call_timed(c calls) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT c.status IN ('completed', 'failed') AND cardinality(c.turn_latencies) > 0
$$;

-- The upper bound of a histogram's bucket, in milliseconds. The bounds are the ten steps of R10 (ISO 3) in each power of ten,
-- from 10 ms to eleven days: a bound exceeds the value by at most a third.
CREATE OR REPLACE FUNCTION analytics_bound(ms bigint) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  bounds CONSTANT bigint[] := ARRAY[
    10, 12, 16, 20, 25, 31, 40, 50, 63, 80,
    100, 125, 160, 200, 250, 315, 400, 500, 630, 800,
    1000, 1250, 1600, 2000, 2500, 3150, 4000, 5000, 6300, 8000,
    10000, 12500, 16000, 20000, 25000, 31500, 40000, 50000, 63000, 80000,
    100000, 125000, 160000, 200000, 250000, 315000, 400000, 500000, 630000, 800000,
    1000000, 1250000, 1600000, 2000000, 2500000, 3150000, 4000000, 5000000, 6300000, 8000000,
    10000000, 12500000, 16000000, 20000000, 25000000, 31500000, 40000000, 50000000, 63000000, 80000000,
    100000000, 125000000, 160000000, 200000000, 250000000, 315000000, 400000000, 500000000, 630000000, 800000000,
    1000000000];
BEGIN
  RETURN COALESCE(bounds[width_bucket(ms - 1, bounds) + 1]::text, 'more');
END $$;

-- Everything that one call adds to the figures, as rows of measure, label, number of calls and total. Labels are the product's own
-- names and those of an agent's settings, and nothing from a conversation. It runs at the end of each call: as one query it
-- would take ten times as long. It takes columns, as a row that is passed on is read whole, with the transcript.
CREATE OR REPLACE FUNCTION call_facts(
  status text, direction text, channel text, end_reason text, outcome_tag text, outcome_successful boolean,
  answered_at timestamptz, duration_ms int, recording jsonb, reasons jsonb, turn_latencies int[], caller_turns int,
  agent_turns int, providers text[], provider_ms int[], provider_turns int[]
) RETURNS TABLE (measure text, label text, calls bigint, total bigint) LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  c calls;
  is_answered boolean;
  is_reached boolean;
  one text;
  ms int;
BEGIN
  c.status := status; c.channel := channel; c.end_reason := end_reason; c.answered_at := answered_at;
  c.outcome_tag := outcome_tag; c.outcome_successful := outcome_successful; c.turn_latencies := turn_latencies;
  c.caller_turns := caller_turns;
  IF call_ended(c) IS NOT TRUE THEN RETURN; END IF;
  is_answered := COALESCE(call_answered(c), false);
  is_reached := COALESCE(call_reached(c), false);
  calls := 1;
  total := 0;
  measure := 'status'; label := status; RETURN NEXT;
  measure := 'direction'; label := direction; RETURN NEXT;
  IF outcome_tag IS NOT NULL THEN measure := 'outcome'; label := outcome_tag; RETURN NEXT; END IF;
  measure := 'figure';
  IF call_opted_out(c) THEN label := 'opted_out'; RETURN NEXT; END IF;
  IF status = 'blocked' THEN
    measure := 'blocked';
    FOR one IN SELECT DISTINCT CASE WHEN r->>'code' ~ '^[a-z_]{1,64}$' THEN r->>'code' ELSE 'other' END FROM jsonb_array_elements(reasons) r LOOP
      label := one; RETURN NEXT;
    END LOOP;
  END IF;
  measure := 'figure';
  IF call_successful(c) THEN label := 'successful'; RETURN NEXT; END IF;
  IF call_timed(c) THEN
    label := 'timed'; RETURN NEXT;
    measure := 'turn';
    FOREACH ms IN ARRAY turn_latencies LOOP label := analytics_bound(ms); total := ms; RETURN NEXT; END LOOP;
    total := 0;
  END IF;
  IF NOT is_answered THEN RETURN; END IF;
  measure := 'figure';
  label := 'answered'; RETURN NEXT;
  IF is_reached THEN label := 'reached'; RETURN NEXT; END IF;
  IF call_contained(c) THEN label := 'contained'; RETURN NEXT; END IF;
  IF is_reached AND end_reason = 'transferred' THEN label := 'transferred'; RETURN NEXT; END IF;
  measure := 'recording'; label := COALESCE(recording->>'state', 'none'); RETURN NEXT;
  IF duration_ms IS NOT NULL THEN
    measure := 'duration'; label := analytics_bound(duration_ms); total := duration_ms; RETURN NEXT;
  END IF;
  -- Providers charge by time and by answer. A call in which one failed has the use of each; otherwise each was used throughout.
  FOR n IN 1 .. COALESCE(cardinality(providers), 0) LOOP
    label := providers[n];
    measure := 'usage'; total := COALESCE(provider_ms[n], duration_ms, 0); RETURN NEXT;
    measure := 'turns'; total := COALESCE(provider_turns[n], agent_turns, 0); RETURN NEXT;
  END LOOP;
END $$;

-- The quarter hour that contains a time.
CREATE OR REPLACE FUNCTION analytics_quarter(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT date_bin('15 minutes', at, '2000-01-01 00:00:00+00'::timestamptz)
$$;

-- Writes the difference between a call's figures before and after a change into analytics_changes, in the same transaction.
-- Rows are only added, so that transactions that settle calls do not wait for each other.
CREATE OR REPLACE FUNCTION note_call_figures() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was calls;
  becomes calls;
BEGIN
  IF TG_OP <> 'INSERT' THEN was := OLD; END IF;
  IF TG_OP <> 'DELETE' THEN becomes := NEW; END IF;
  INSERT INTO analytics_changes (workspace_id, environment, at, agent_id, campaign_id, channel, measures, labels, calls, totals)
  SELECT d.workspace_id, d.environment, d.at, d.agent_id, d.campaign_id, d.channel,
    array_agg(d.measure), array_agg(d.label), array_agg(d.calls), array_agg(d.total)
  FROM (
    SELECT s.workspace_id, s.environment, s.at, s.agent_id, s.campaign_id, s.channel, s.measure, s.label,
      sum(s.calls)::bigint AS calls, sum(s.total)::bigint AS total
    FROM (
      SELECT becomes.workspace_id, becomes.environment, analytics_quarter(becomes.created_at) AS at, becomes.agent_id,
        COALESCE(becomes.campaign_id, '') AS campaign_id, becomes.channel, f.measure, f.label, f.calls, f.total
      FROM call_facts(becomes.status, becomes.direction, becomes.channel, becomes.end_reason, becomes.outcome_tag, becomes.outcome_successful,
        becomes.answered_at, becomes.duration_ms, becomes.recording, becomes.reasons, becomes.turn_latencies, becomes.caller_turns,
        becomes.agent_turns, becomes.providers, becomes.provider_ms, becomes.provider_turns) f
      UNION ALL
      SELECT was.workspace_id, was.environment, analytics_quarter(was.created_at), was.agent_id,
        COALESCE(was.campaign_id, ''), was.channel, f.measure, f.label, -f.calls, -f.total
      FROM call_facts(was.status, was.direction, was.channel, was.end_reason, was.outcome_tag, was.outcome_successful,
        was.answered_at, was.duration_ms, was.recording, was.reasons, was.turn_latencies, was.caller_turns,
        was.agent_turns, was.providers, was.provider_ms, was.provider_turns) f
    ) s
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    HAVING sum(s.calls) <> 0 OR sum(s.total) <> 0
  ) d
  GROUP BY 1, 2, 3, 4, 5, 6;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION note_call_figures() FROM PUBLIC;

-- Calls that are queued or in progress, and tests of a draft in the live environment, count nowhere: the function does not run for them.
CREATE OR REPLACE TRIGGER note_call_figures_insert AFTER INSERT ON calls FOR EACH ROW
  WHEN ((NEW.agent_version IS NOT NULL OR NEW.environment = 'test') AND NEW.status NOT IN ('queued', 'ringing', 'in_progress'))
  EXECUTE FUNCTION note_call_figures();

CREATE OR REPLACE TRIGGER note_call_figures_delete AFTER DELETE ON calls FOR EACH ROW
  WHEN ((OLD.agent_version IS NOT NULL OR OLD.environment = 'test') AND OLD.status NOT IN ('queued', 'ringing', 'in_progress'))
  EXECUTE FUNCTION note_call_figures();

CREATE OR REPLACE TRIGGER note_call_figures_update AFTER UPDATE ON calls FOR EACH ROW
  WHEN ((NEW.agent_version IS NOT NULL OR NEW.environment = 'test')
    AND (OLD.status NOT IN ('queued', 'ringing', 'in_progress') OR NEW.status NOT IN ('queued', 'ringing', 'in_progress'))
    AND (OLD.status, OLD.outcome_tag, OLD.outcome_successful, OLD.end_reason, OLD.recording, OLD.reasons, OLD.duration_ms,
      OLD.answered_at, OLD.turn_latencies, OLD.caller_turns, OLD.agent_turns, OLD.providers, OLD.provider_ms, OLD.provider_turns, OLD.direction,
      OLD.agent_id, OLD.campaign_id, OLD.channel, OLD.created_at)
    IS DISTINCT FROM
     (NEW.status, NEW.outcome_tag, NEW.outcome_successful, NEW.end_reason, NEW.recording, NEW.reasons, NEW.duration_ms,
      NEW.answered_at, NEW.turn_latencies, NEW.caller_turns, NEW.agent_turns, NEW.providers, NEW.provider_ms, NEW.provider_turns, NEW.direction,
      NEW.agent_id, NEW.campaign_id, NEW.channel, NEW.created_at))
  EXECUTE FUNCTION note_call_figures();
