-- The revision of a row is the entity tag of its resource: another random value after each change that a client can see and that a
-- concurrent edit could overwrite. docs/decisions/0053 gives the reasons.

CREATE OR REPLACE FUNCTION renew_revision() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  NEW.revision := gen_random_uuid();
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION renew_revision() FROM PUBLIC;

CREATE OR REPLACE TRIGGER renew_revision BEFORE UPDATE ON agents FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION renew_revision();

CREATE OR REPLACE TRIGGER renew_revision BEFORE UPDATE ON contacts FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION renew_revision();

CREATE OR REPLACE TRIGGER renew_revision BEFORE UPDATE ON workspaces FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION renew_revision();

CREATE OR REPLACE TRIGGER renew_revision BEFORE UPDATE ON tools FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION renew_revision();

CREATE OR REPLACE TRIGGER renew_revision BEFORE UPDATE ON phone_numbers FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION renew_revision();

CREATE OR REPLACE TRIGGER renew_revision BEFORE UPDATE ON suites FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION renew_revision();

CREATE OR REPLACE TRIGGER renew_revision BEFORE UPDATE ON scorecards FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION renew_revision();

CREATE OR REPLACE TRIGGER renew_revision BEFORE UPDATE ON price_lists FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION renew_revision();

CREATE OR REPLACE TRIGGER renew_revision BEFORE UPDATE ON cost_limits FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION renew_revision();

-- Without the pacing, which each step of a running campaign changes: carrier_failures, backoff_until, last_slot_at, updated_at.
CREATE OR REPLACE TRIGGER renew_revision BEFORE UPDATE OF name, agent_id, channel, purpose, status, starts_at, ends_at, "window",
    max_concurrent_calls, calls_per_second, attempts, trunk_ids, failure, launched_at, completed_at
  ON campaigns FOR EACH ROW EXECUTE FUNCTION renew_revision();

-- Without the health and the lease, which deliveries change: failing_since, failures, backoff_until, lease_until, lease_owner.
CREATE OR REPLACE TRIGGER renew_revision BEFORE UPDATE OF url, description, events, enabled, disabled_reason, previous_expires_at,
    updated_at
  ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION renew_revision();
