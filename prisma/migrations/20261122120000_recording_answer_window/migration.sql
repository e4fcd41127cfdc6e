-- The time to answer a recording's announcement is a setting: existing agents and workspaces get the default.
ALTER TABLE agents NO FORCE ROW LEVEL SECURITY;
UPDATE agents SET policy = jsonb_set(policy, '{recording,answer_window_ms}', '2500')
WHERE policy ? 'recording' AND NOT policy->'recording' ? 'answer_window_ms';
ALTER TABLE agents FORCE ROW LEVEL SECURITY;

ALTER TABLE workspaces NO FORCE ROW LEVEL SECURITY;
UPDATE workspaces SET defaults = jsonb_set(defaults, '{recording,answer_window_ms}', '2500')
WHERE defaults ? 'recording' AND NOT defaults->'recording' ? 'answer_window_ms';
ALTER TABLE workspaces FORCE ROW LEVEL SECURITY;
