-- expand

-- locks: calls ACCESS EXCLUSIVE, contacts ACCESS EXCLUSIVE
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['calls', 'contacts'] LOOP
    EXECUTE format('DROP POLICY IF EXISTS owner_reads ON %I', t);
    EXECUTE format('CREATE POLICY owner_reads ON %I FOR SELECT TO %I USING (true)', t, current_user);
  END LOOP;
END $$;

-- At most `most` calls of the current workspace whose transcripts have all of these words, in no order. Bitmap scans alone: the planner
-- takes words that are rarer than its statistics for frequent ones, and would walk the table in the hope of an early end. OFFSET 0 keeps the
-- other conditions behind the index of words: the planner would combine it with an index of all calls of the workspace.
CREATE OR REPLACE FUNCTION calls_with_words(env text, wanted bigint[], most int) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public SET enable_seqscan = off SET enable_indexscan = off AS $$
  SELECT m.id FROM (SELECT c.id, c.workspace_id, c.environment FROM calls c WHERE c.words @> wanted OFFSET 0) m
  WHERE m.workspace_id = current_setting('app.workspace_id', true) AND m.environment = env
  LIMIT most
$$;
REVOKE ALL ON FUNCTION calls_with_words(text, bigint[], int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION calls_with_words(text, bigint[], int) TO parley_app;

-- Labels with their workspace, for an index that holds no two workspaces' labels under one entry: a label that is frequent in another
-- workspace makes no search slower, and the time of a search tells nothing about other workspaces.
CREATE OR REPLACE FUNCTION tags_of_workspace(ws text, tags text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT COALESCE(array_agg(ws || ' ' || tag), '{}') FROM unnest(tags) AS tag
$$;
REVOKE ALL ON FUNCTION tags_of_workspace(text, text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tags_of_workspace(text, text[]) TO parley_app;

-- At most `most` calls of the current workspace with this label, in no order.
CREATE OR REPLACE FUNCTION calls_with_tag(env text, wanted text, most int) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public SET enable_seqscan = off SET enable_indexscan = off AS $$
  SELECT m.id FROM (
    SELECT c.id, c.workspace_id, c.environment FROM calls c
    WHERE tags_of_workspace(c.workspace_id, c.tags) @> ARRAY[current_setting('app.workspace_id', true) || ' ' || wanted] OFFSET 0
  ) m
  WHERE m.workspace_id = current_setting('app.workspace_id', true) AND m.environment = env
  LIMIT most
$$;
REVOKE ALL ON FUNCTION calls_with_tag(text, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION calls_with_tag(text, text, int) TO parley_app;

-- At most `most` contacts of the current workspace whose names have all of these words, in no order.
CREATE OR REPLACE FUNCTION contacts_with_name(env text, wanted bigint[], most int) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public SET enable_seqscan = off SET enable_indexscan = off AS $$
  SELECT m.id FROM (SELECT c.id, c.workspace_id, c.environment FROM contacts c WHERE c.name_hashes @> wanted OFFSET 0) m
  WHERE m.workspace_id = current_setting('app.workspace_id', true) AND m.environment = env
  LIMIT most
$$;
REVOKE ALL ON FUNCTION contacts_with_name(text, bigint[], int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION contacts_with_name(text, bigint[], int) TO parley_app;
