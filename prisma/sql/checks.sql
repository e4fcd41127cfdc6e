-- The values of statuses and kinds. They are checks and not enums, so that a later migration can add and remove values in its
-- transaction. checks.db.test.ts compares them with the schemas of the API.

-- Every table with an environment has one of the two.
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

ALTER TABLE workspaces
  DROP CONSTRAINT IF EXISTS workspaces_plan_check,
  ADD CONSTRAINT workspaces_plan_check CHECK (plan IN ('standard', 'enterprise'));

ALTER TABLE sessions
  DROP CONSTRAINT IF EXISTS sessions_method_check,
  ADD CONSTRAINT sessions_method_check CHECK (method IN ('password', 'sso', 'break_glass'));

ALTER TABLE members
  DROP CONSTRAINT IF EXISTS members_role_check,
  ADD CONSTRAINT members_role_check CHECK (role IN ('viewer', 'builder', 'admin', 'owner'));

ALTER TABLE api_keys
  DROP CONSTRAINT IF EXISTS api_keys_role_check,
  ADD CONSTRAINT api_keys_role_check CHECK (role IN ('viewer', 'builder', 'admin', 'owner'));

ALTER TABLE invitations
  DROP CONSTRAINT IF EXISTS invitations_role_check,
  DROP CONSTRAINT IF EXISTS invitations_mail_check,
  ADD CONSTRAINT invitations_role_check CHECK (role IN ('viewer', 'builder', 'admin', 'owner')),
  ADD CONSTRAINT invitations_mail_check CHECK (mail IN ('off', 'waiting', 'sent', 'failed'));

ALTER TABLE sso_requests
  DROP CONSTRAINT IF EXISTS sso_requests_purpose_check,
  ADD CONSTRAINT sso_requests_purpose_check CHECK (purpose IN ('sign_in', 'test'));

ALTER TABLE workspace_keys
  DROP CONSTRAINT IF EXISTS workspace_keys_purpose_check,
  ADD CONSTRAINT workspace_keys_purpose_check CHECK (purpose IN ('data', 'index'));

ALTER TABLE key_rotations
  DROP CONSTRAINT IF EXISTS key_rotations_reason_check,
  ADD CONSTRAINT key_rotations_reason_check CHECK (reason IN ('schedule', 'manual', 'customer_key'));

ALTER TABLE staff_tickets
  DROP CONSTRAINT IF EXISTS staff_tickets_status_check,
  DROP CONSTRAINT IF EXISTS staff_tickets_hours_check,
  ADD CONSTRAINT staff_tickets_status_check CHECK (status IN ('requested', 'approved', 'refused', 'ended')),
  ADD CONSTRAINT staff_tickets_hours_check CHECK (hours BETWEEN 1 AND 8);

ALTER TABLE audit_events
  DROP CONSTRAINT IF EXISTS audit_events_actor_type_check,
  ADD CONSTRAINT audit_events_actor_type_check CHECK (actor_type IN ('key', 'member', 'system', 'operator', 'staff'));

ALTER TABLE agents
  DROP CONSTRAINT IF EXISTS agents_status_check,
  ADD CONSTRAINT agents_status_check CHECK (status IN ('draft', 'live', 'archived'));

ALTER TABLE traffic_splits
  DROP CONSTRAINT IF EXISTS traffic_splits_status_check,
  DROP CONSTRAINT IF EXISTS traffic_splits_percent_check,
  ADD CONSTRAINT traffic_splits_status_check CHECK (status IN ('running', 'promoted', 'stopped')),
  ADD CONSTRAINT traffic_splits_percent_check CHECK (percent BETWEEN 1 AND 99);

-- The kinds are those of lib/agents/providers, so that a new one needs no migration.
ALTER TABLE integrations
  DROP CONSTRAINT IF EXISTS integrations_kind_check,
  ADD CONSTRAINT integrations_kind_check CHECK (kind ~ '^[a-z][a-z0-9_]{0,31}$');

ALTER TABLE calls
  DROP CONSTRAINT IF EXISTS calls_channel_check,
  DROP CONSTRAINT IF EXISTS calls_direction_check,
  DROP CONSTRAINT IF EXISTS calls_status_check,
  DROP CONSTRAINT IF EXISTS calls_purpose_check,
  ADD CONSTRAINT calls_channel_check CHECK (channel IN ('phone', 'web', 'sms', 'chat')),
  ADD CONSTRAINT calls_direction_check CHECK (direction IN ('inbound', 'outbound')),
  ADD CONSTRAINT calls_status_check CHECK (status IN ('queued', 'ringing', 'in_progress', 'completed', 'no_answer', 'busy', 'voicemail', 'failed',
    'canceled', 'blocked')),
  ADD CONSTRAINT calls_purpose_check CHECK (purpose IN ('informational', 'telemarketing'));

-- Widened: not valid, as every stored row has passed a narrower check, and a scan would block the calls.
ALTER TABLE calls
  DROP CONSTRAINT IF EXISTS calls_end_reason_check,
  ADD CONSTRAINT calls_end_reason_check CHECK (end_reason IN ('agent_ended', 'caller_hung_up', 'transferred', 'voicemail_reached', 'inactivity',
    'max_duration', 'busy', 'no_answer', 'declined', 'carrier_error', 'model_error', 'tool_error', 'opted_out',
    'policy_blocked', 'canceled', 'interrupted_by_restart', 'cost_limit')) NOT VALID;

ALTER TABLE recordings
  DROP CONSTRAINT IF EXISTS recordings_state_check,
  ADD CONSTRAINT recordings_state_check CHECK (state IN ('capturing', 'following', 'captured', 'ready', 'removing'));

ALTER TABLE callbacks
  DROP CONSTRAINT IF EXISTS callbacks_status_check,
  ADD CONSTRAINT callbacks_status_check CHECK (status IN ('pending', 'placed', 'blocked', 'failed'));

ALTER TABLE call_comments
  DROP CONSTRAINT IF EXISTS call_comments_author_type_check,
  DROP CONSTRAINT IF EXISTS call_comments_position_check,
  ADD CONSTRAINT call_comments_author_type_check CHECK (author_type IN ('key', 'member')),
  ADD CONSTRAINT call_comments_position_check CHECK (turn_index IS NULL OR offset_ms IS NULL);

ALTER TABLE call_scores
  DROP CONSTRAINT IF EXISTS call_scores_kind_check,
  DROP CONSTRAINT IF EXISTS call_scores_state_check,
  ADD CONSTRAINT call_scores_kind_check CHECK (kind IN ('yes_no', 'scale', 'text')),
  ADD CONSTRAINT call_scores_state_check CHECK (state IN ('judged', 'not_judged', 'pending'));

ALTER TABLE score_runs
  DROP CONSTRAINT IF EXISTS score_runs_state_check,
  ADD CONSTRAINT score_runs_state_check CHECK (state IN ('queued', 'running', 'completed', 'canceled', 'stopped', 'failed'));

ALTER TABLE texts
  DROP CONSTRAINT IF EXISTS texts_direction_check,
  DROP CONSTRAINT IF EXISTS texts_state_check,
  ADD CONSTRAINT texts_direction_check CHECK (direction IN ('inbound', 'outbound')),
  ADD CONSTRAINT texts_state_check CHECK (state IN ('queued', 'sending', 'sent', 'delivered', 'failed', 'received'));

ALTER TABLE contacts
  DROP CONSTRAINT IF EXISTS contacts_timezone_source_check,
  ADD CONSTRAINT contacts_timezone_source_check CHECK (timezone_source IN ('provided', 'number'));

ALTER TABLE consents
  DROP CONSTRAINT IF EXISTS consents_purpose_check,
  DROP CONSTRAINT IF EXISTS consents_channel_check,
  DROP CONSTRAINT IF EXISTS consents_actor_type_check,
  ADD CONSTRAINT consents_purpose_check CHECK (purpose IN ('informational', 'telemarketing', 'recording')),
  ADD CONSTRAINT consents_channel_check CHECK (channel IN ('call', 'text')),
  ADD CONSTRAINT consents_actor_type_check CHECK (actor_type IN ('key', 'member', 'system', 'operator', 'staff'));

ALTER TABLE suppressions
  DROP CONSTRAINT IF EXISTS suppressions_source_check,
  ADD CONSTRAINT suppressions_source_check CHECK (source IN ('spoken_opt_out', 'keyword', 'carrier', 'list', 'request'));

ALTER TABLE imports
  DROP CONSTRAINT IF EXISTS imports_kind_check,
  DROP CONSTRAINT IF EXISTS imports_format_check,
  DROP CONSTRAINT IF EXISTS imports_status_check,
  ADD CONSTRAINT imports_kind_check CHECK (kind IN ('contacts', 'suppressions')),
  ADD CONSTRAINT imports_format_check CHECK (format IN ('csv', 'json')),
  ADD CONSTRAINT imports_status_check CHECK (status IN ('queued', 'checking', 'applying', 'completed', 'failed'));

ALTER TABLE campaigns
  DROP CONSTRAINT IF EXISTS campaigns_channel_check,
  DROP CONSTRAINT IF EXISTS campaigns_purpose_check,
  DROP CONSTRAINT IF EXISTS campaigns_status_check,
  ADD CONSTRAINT campaigns_channel_check CHECK (channel IN ('phone', 'sms')),
  ADD CONSTRAINT campaigns_purpose_check CHECK (purpose IN ('informational', 'telemarketing')),
  ADD CONSTRAINT campaigns_status_check CHECK (status IN ('draft', 'scheduled', 'running', 'paused', 'completed', 'canceled', 'failed'));

ALTER TABLE campaign_contacts
  DROP CONSTRAINT IF EXISTS campaign_contacts_status_check,
  ADD CONSTRAINT campaign_contacts_status_check CHECK (status IN ('pending', 'active', 'completed', 'held', 'blocked', 'failed', 'canceled'));

ALTER TABLE campaign_counts
  DROP CONSTRAINT IF EXISTS campaign_counts_status_check,
  ADD CONSTRAINT campaign_counts_status_check CHECK (status IN ('pending', 'active', 'completed', 'held', 'blocked', 'failed', 'canceled'));

ALTER TABLE attempts
  DROP CONSTRAINT IF EXISTS attempts_channel_check,
  DROP CONSTRAINT IF EXISTS attempts_state_check,
  DROP CONSTRAINT IF EXISTS attempts_result_check,
  ADD CONSTRAINT attempts_channel_check CHECK (channel IN ('call', 'text')),
  ADD CONSTRAINT attempts_state_check CHECK (state IN ('claimed', 'placing', 'placed', 'ended')),
  ADD CONSTRAINT attempts_result_check CHECK (result IN ('completed', 'no_answer', 'busy', 'voicemail', 'failed', 'canceled', 'blocked'));

ALTER TABLE deletions
  DROP CONSTRAINT IF EXISTS deletions_status_check,
  DROP CONSTRAINT IF EXISTS deletions_blocked_by_check,
  ADD CONSTRAINT deletions_status_check CHECK (status IN ('scheduled', 'running', 'completed', 'blocked')),
  ADD CONSTRAINT deletions_blocked_by_check CHECK (blocked_by IN ('contact_hold', 'call_hold'));

ALTER TABLE webhook_endpoints
  DROP CONSTRAINT IF EXISTS webhook_endpoints_disabled_reason_check,
  ADD CONSTRAINT webhook_endpoints_disabled_reason_check CHECK (disabled_reason IN ('failing', 'gone'));

ALTER TABLE webhook_deliveries
  DROP CONSTRAINT IF EXISTS webhook_deliveries_status_check,
  ADD CONSTRAINT webhook_deliveries_status_check CHECK (status IN ('pending', 'delivered', 'failed', 'canceled'));

ALTER TABLE exports
  DROP CONSTRAINT IF EXISTS exports_resource_check,
  DROP CONSTRAINT IF EXISTS exports_format_check,
  DROP CONSTRAINT IF EXISTS exports_status_check,
  ADD CONSTRAINT exports_resource_check CHECK (resource IN ('calls', 'contacts', 'variables', 'audit', 'contact')),
  ADD CONSTRAINT exports_format_check CHECK (format IN ('csv', 'jsonl')),
  ADD CONSTRAINT exports_status_check CHECK (status IN ('queued', 'running', 'completed', 'failed', 'expired', 'withdrawn'));

ALTER TABLE saved_views
  DROP CONSTRAINT IF EXISTS saved_views_resource_check,
  ADD CONSTRAINT saved_views_resource_check CHECK (resource IN ('calls', 'contacts'));

ALTER TABLE idempotency_keys
  DROP CONSTRAINT IF EXISTS idempotency_keys_state_check,
  ADD CONSTRAINT idempotency_keys_state_check CHECK (state IN ('running', 'done'));

ALTER TABLE analytics_rollups
  DROP CONSTRAINT IF EXISTS analytics_rollups_grain_check,
  ADD CONSTRAINT analytics_rollups_grain_check CHECK (grain IN ('quarter', 'day', 'agent_id', 'campaign_id', 'channel', 'total'));

ALTER TABLE call_joins
  DROP CONSTRAINT IF EXISTS call_joins_kind_check,
  DROP CONSTRAINT IF EXISTS call_joins_state_check,
  ADD CONSTRAINT call_joins_kind_check CHECK (kind IN ('take_over', 'listen')),
  ADD CONSTRAINT call_joins_state_check CHECK (state IN ('requested', 'claimed', 'connected', 'ended', 'refused'));

ALTER TABLE sip_placements
  DROP CONSTRAINT IF EXISTS sip_placements_state_check,
  ADD CONSTRAINT sip_placements_state_check CHECK (state IN ('requested', 'claimed', 'ended', 'withdrawn'));

ALTER TABLE campaigns
  DROP CONSTRAINT IF EXISTS campaigns_waiting_reason_check,
  ADD CONSTRAINT campaigns_waiting_reason_check CHECK (waiting_reason IN ('trunk_limit_reached', 'cost_limit_reached')) NOT VALID;

ALTER TABLE sip_registrations
  DROP CONSTRAINT IF EXISTS sip_registrations_state_check,
  ADD CONSTRAINT sip_registrations_state_check CHECK (state IN ('registering', 'registered', 'failed'));

ALTER TABLE suites
  DROP CONSTRAINT IF EXISTS suites_repetitions_check,
  DROP CONSTRAINT IF EXISTS suites_min_pass_percent_check,
  ADD CONSTRAINT suites_repetitions_check CHECK (repetitions BETWEEN 1 AND 20),
  ADD CONSTRAINT suites_min_pass_percent_check CHECK (min_pass_percent BETWEEN 1 AND 100);

ALTER TABLE suite_runs
  DROP CONSTRAINT IF EXISTS suite_runs_state_check,
  ADD CONSTRAINT suite_runs_state_check CHECK (state IN ('queued', 'running', 'passed', 'failed', 'canceled', 'broken'));
