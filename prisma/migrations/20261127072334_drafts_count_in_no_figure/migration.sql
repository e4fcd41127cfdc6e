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

-- Counts the calls of every workspace again, without the tests of drafts that were counted until now. An empty zone has the days
-- computed again; readers use quarters of an hour until then.
-- Row-level security is not forced meanwhile, as an owner without superuser rights would change no row.
ALTER TABLE analytics_state NO FORCE ROW LEVEL SECURITY;
UPDATE analytics_state SET checked_at = NULL, timezone = '';
ALTER TABLE analytics_state FORCE ROW LEVEL SECURITY;
