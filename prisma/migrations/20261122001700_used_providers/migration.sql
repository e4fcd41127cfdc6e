-- Of a call in which a provider has failed: how long, and for how many answers, each of its providers was used.
ALTER TABLE "calls" ADD COLUMN "provider_ms" INTEGER[] DEFAULT ARRAY[]::INTEGER[], ADD COLUMN "provider_turns" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

CREATE OR REPLACE FUNCTION call_facts(c calls) RETURNS TABLE (measure text, label text, calls bigint, total bigint) LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  is_answered CONSTANT boolean := COALESCE(call_answered(c), false);
  is_reached CONSTANT boolean := COALESCE(call_reached(c), false);
  one text;
  ms int;
BEGIN
  IF call_ended(c) IS NOT TRUE THEN RETURN; END IF;
  calls := 1;
  total := 0;
  measure := 'status'; label := c.status; RETURN NEXT;
  measure := 'direction'; label := c.direction; RETURN NEXT;
  IF c.outcome_tag IS NOT NULL THEN measure := 'outcome'; label := c.outcome_tag; RETURN NEXT; END IF;
  measure := 'figure';
  IF call_opted_out(c) THEN label := 'opted_out'; RETURN NEXT; END IF;
  IF c.status = 'blocked' THEN
    measure := 'blocked';
    FOR one IN SELECT DISTINCT CASE WHEN r->>'code' ~ '^[a-z_]{1,64}$' THEN r->>'code' ELSE 'other' END FROM jsonb_array_elements(c.reasons) r LOOP
      label := one; RETURN NEXT;
    END LOOP;
  END IF;
  measure := 'figure';
  IF call_successful(c) THEN label := 'successful'; RETURN NEXT; END IF;
  IF call_timed(c) THEN
    label := 'timed'; RETURN NEXT;
    measure := 'turn';
    FOREACH ms IN ARRAY c.turn_latencies LOOP label := analytics_bound(ms); total := ms; RETURN NEXT; END LOOP;
    total := 0;
  END IF;
  IF NOT is_answered THEN RETURN; END IF;
  measure := 'figure';
  label := 'answered'; RETURN NEXT;
  IF is_reached THEN label := 'reached'; RETURN NEXT; END IF;
  IF call_contained(c) THEN label := 'contained'; RETURN NEXT; END IF;
  IF is_reached AND c.end_reason = 'transferred' THEN label := 'transferred'; RETURN NEXT; END IF;
  measure := 'recording'; label := COALESCE(c.recording->>'state', 'none'); RETURN NEXT;
  IF c.duration_ms IS NOT NULL THEN
    measure := 'duration'; label := analytics_bound(c.duration_ms); total := c.duration_ms; RETURN NEXT;
  END IF;
  -- How long, and how many answers: what providers are paid by. Where one has failed, what each did is kept of it.
  FOR n IN 1 .. COALESCE(cardinality(c.providers), 0) LOOP
    label := c.providers[n];
    measure := 'usage'; total := COALESCE(c.provider_ms[n], c.duration_ms, 0); RETURN NEXT;
    measure := 'turns'; total := COALESCE(c.provider_turns[n], c.agent_turns, 0); RETURN NEXT;
  END LOOP;
END $$;

DROP TRIGGER call_counts_update ON calls;
CREATE TRIGGER call_counts_update AFTER UPDATE ON calls FOR EACH ROW
  WHEN ((OLD.status NOT IN ('queued', 'ringing', 'in_progress') OR NEW.status NOT IN ('queued', 'ringing', 'in_progress'))
    AND (OLD.status, OLD.outcome_tag, OLD.outcome_successful, OLD.end_reason, OLD.recording, OLD.reasons, OLD.duration_ms,
      OLD.answered_at, OLD.turn_latencies, OLD.caller_turns, OLD.agent_turns, OLD.providers, OLD.provider_ms, OLD.provider_turns, OLD.direction,
      OLD.agent_id, OLD.campaign_id, OLD.channel, OLD.created_at)
    IS DISTINCT FROM
     (NEW.status, NEW.outcome_tag, NEW.outcome_successful, NEW.end_reason, NEW.recording, NEW.reasons, NEW.duration_ms,
      NEW.answered_at, NEW.turn_latencies, NEW.caller_turns, NEW.agent_turns, NEW.providers, NEW.provider_ms, NEW.provider_turns, NEW.direction,
      NEW.agent_id, NEW.campaign_id, NEW.channel, NEW.created_at))
  EXECUTE FUNCTION call_counts();
