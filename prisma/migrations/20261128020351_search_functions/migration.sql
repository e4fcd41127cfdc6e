-- expand

-- locks: calls ACCESS EXCLUSIVE, contacts ACCESS EXCLUSIVE
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['calls', 'contacts'] LOOP
    EXECUTE format('DROP POLICY IF EXISTS owner_reads ON %I', t);
    EXECUTE format('CREATE POLICY owner_reads ON %I FOR SELECT TO %I USING (true)', t, current_user);
  END LOOP;
END $$;

-- At most `most` calls of the current workspace whose transcripts have all of these words, in no order. Bitmap scans alone: the planner
-- takes words that are rarer than its statistics for frequent ones, and would walk the table in the hope of an early end.
CREATE OR REPLACE FUNCTION calls_with_words(env text, wanted bigint[], most int) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public SET enable_seqscan = off SET enable_indexscan = off AS $$
  SELECT c.id FROM calls c
  WHERE c.words @> wanted AND c.workspace_id = current_setting('app.workspace_id', true) AND c.environment = env
  LIMIT most
$$;
REVOKE ALL ON FUNCTION calls_with_words(text, bigint[], int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION calls_with_words(text, bigint[], int) TO parley_app;

-- At most `most` calls of the current workspace with this label, in no order.
CREATE OR REPLACE FUNCTION calls_with_tag(env text, wanted text, most int) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public SET enable_seqscan = off SET enable_indexscan = off AS $$
  SELECT c.id FROM calls c
  WHERE c.tags @> ARRAY[wanted] AND c.workspace_id = current_setting('app.workspace_id', true) AND c.environment = env
  LIMIT most
$$;
REVOKE ALL ON FUNCTION calls_with_tag(text, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION calls_with_tag(text, text, int) TO parley_app;

-- At most `most` contacts of the current workspace whose names have all of these words, in no order.
CREATE OR REPLACE FUNCTION contacts_with_name(env text, wanted bigint[], most int) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public SET enable_seqscan = off SET enable_indexscan = off AS $$
  SELECT c.id FROM contacts c
  WHERE c.name_hashes @> wanted AND c.workspace_id = current_setting('app.workspace_id', true) AND c.environment = env
  LIMIT most
$$;
REVOKE ALL ON FUNCTION contacts_with_name(text, bigint[], int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION contacts_with_name(text, bigint[], int) TO parley_app;
