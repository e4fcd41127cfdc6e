-- What Prisma's schema cannot say of contacts, consent and campaigns: grants, row-level security, the ledger that is
-- never changed, and the counts of a campaign. docs/decisions/0003 tells why.

GRANT SELECT, INSERT, UPDATE, DELETE ON
  contacts, imports, import_chunks, campaigns, campaign_contacts, attempts, phone_numbers, texts
TO parley_app;
GRANT SELECT, INSERT, DELETE ON consents TO parley_app;
GRANT SELECT ON campaign_counts TO parley_app;

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['contacts', 'consents', 'imports', 'import_chunks', 'campaigns', 'campaign_contacts',
    'campaign_counts', 'attempts', 'phone_numbers', 'texts']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = current_setting(''app.workspace_id'', true))', t);
  END LOOP;
END $$;

-- ── The ledger is added to, and goes with its contact ────────────────────────────────────────────────────────
CREATE TRIGGER frozen BEFORE UPDATE ON consents FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- ── The counts of a campaign ─────────────────────────────────────────────────────────────────────────────────
-- Sorted by status, so that two statements that touch the same counts wait for each other and never in a circle.
CREATE FUNCTION campaign_counts_follow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO campaign_counts AS c (workspace_id, campaign_id, status, contacts, reached)
      SELECT workspace_id, campaign_id, status, count(*), count(*) FILTER (WHERE reached)
      FROM new_rows GROUP BY workspace_id, campaign_id, status ORDER BY campaign_id, status
      ON CONFLICT (campaign_id, status) DO UPDATE SET contacts = c.contacts + excluded.contacts, reached = c.reached + excluded.reached;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO campaign_counts AS c (workspace_id, campaign_id, status, contacts, reached)
      SELECT workspace_id, campaign_id, status, -count(*), -(count(*) FILTER (WHERE reached))
      FROM old_rows GROUP BY workspace_id, campaign_id, status ORDER BY campaign_id, status
      ON CONFLICT (campaign_id, status) DO UPDATE SET contacts = c.contacts + excluded.contacts, reached = c.reached + excluded.reached;
  ELSE
    INSERT INTO campaign_counts AS c (workspace_id, campaign_id, status, contacts, reached)
      SELECT workspace_id, campaign_id, status, sum(n), sum(r) FROM (
        SELECT workspace_id, campaign_id, status, 1 AS n, reached::int AS r FROM new_rows
        UNION ALL SELECT workspace_id, campaign_id, status, -1, -(reached::int) FROM old_rows
      ) AS moved GROUP BY workspace_id, campaign_id, status HAVING sum(n) <> 0 OR sum(r) <> 0 ORDER BY campaign_id, status
      ON CONFLICT (campaign_id, status) DO UPDATE SET contacts = c.contacts + excluded.contacts, reached = c.reached + excluded.reached;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION campaign_counts_follow() FROM PUBLIC;
-- The owner's function sees the tenant's rows alone, as policies are forced.
CREATE TRIGGER counts_insert AFTER INSERT ON campaign_contacts REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION campaign_counts_follow();
CREATE TRIGGER counts_update AFTER UPDATE ON campaign_contacts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION campaign_counts_follow();
CREATE TRIGGER counts_delete AFTER DELETE ON campaign_contacts REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION campaign_counts_follow();

-- ── Which workspace a carrier's callback is for, before the workspace is known ───────────────────────────────
DO $$ BEGIN EXECUTE format('CREATE POLICY carrier_call ON integrations FOR SELECT TO %I USING (kind = ''twilio'')', current_user); END $$;
CREATE FUNCTION carrier_workspace(integration text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS 'SELECT workspace_id FROM integrations WHERE id = integration AND kind = ''twilio''';
REVOKE ALL ON FUNCTION carrier_workspace(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION carrier_workspace(text) TO parley_app;

-- ── One conversation by text of a contact with an agent ──────────────────────────────────────────────────────
-- An agent that begins one and a contact who writes may meet at any moment: the second to come finds the first.
CREATE UNIQUE INDEX calls_one_thread ON calls (workspace_id, environment, contact_id, agent_id)
  WHERE channel = 'sms' AND status = 'in_progress';

-- ── Texts that are under way, as sweeps look for them ────────────────────────────────────────────────────────
-- What was sent or taken has no words any more; a table of years of texts has few that have.
CREATE INDEX texts_under_way ON texts (workspace_id, created_at) WHERE body IS NOT NULL;
