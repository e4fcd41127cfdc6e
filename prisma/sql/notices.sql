-- Most notices are read: the dashboard counts the others.
DROP INDEX IF EXISTS notices_unread;
CREATE INDEX notices_unread ON notices (workspace_id, user_id) WHERE read_at IS NULL;
