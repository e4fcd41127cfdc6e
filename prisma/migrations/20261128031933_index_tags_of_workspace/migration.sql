-- expand, outside a transaction

CREATE INDEX CONCURRENTLY calls_tags_of_workspace ON calls USING gin (tags_of_workspace(workspace_id, tags));
