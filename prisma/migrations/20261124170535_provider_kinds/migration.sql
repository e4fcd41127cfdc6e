-- The kinds are those of lib/agents/providers, so that a new one needs no migration.
ALTER TABLE integrations
  DROP CONSTRAINT IF EXISTS integrations_kind_check,
  ADD CONSTRAINT integrations_kind_check CHECK (kind ~ '^[a-z][a-z0-9_]{0,31}$');
