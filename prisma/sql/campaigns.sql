-- The counts of a campaign's contacts by status, maintained by triggers.

-- Rows are sorted by status: two statements that change the same counts wait for each other and do not deadlock.
CREATE OR REPLACE FUNCTION update_campaign_counts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO campaign_counts AS c (workspace_id, campaign_id, status, contacts, reached)
      SELECT workspace_id, campaign_id, status, count(*), count(*) FILTER (WHERE reached)
      FROM new_rows GROUP BY workspace_id, campaign_id, status ORDER BY campaign_id, status
      ON CONFLICT (workspace_id, campaign_id, status) DO UPDATE SET contacts = c.contacts + excluded.contacts, reached = c.reached + excluded.reached;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO campaign_counts AS c (workspace_id, campaign_id, status, contacts, reached)
      SELECT workspace_id, campaign_id, status, -count(*), -(count(*) FILTER (WHERE reached))
      FROM old_rows GROUP BY workspace_id, campaign_id, status ORDER BY campaign_id, status
      ON CONFLICT (workspace_id, campaign_id, status) DO UPDATE SET contacts = c.contacts + excluded.contacts, reached = c.reached + excluded.reached;
  ELSE
    INSERT INTO campaign_counts AS c (workspace_id, campaign_id, status, contacts, reached)
      SELECT workspace_id, campaign_id, status, sum(n), sum(r) FROM (
        SELECT workspace_id, campaign_id, status, 1 AS n, reached::int AS r FROM new_rows
        UNION ALL SELECT workspace_id, campaign_id, status, -1, -(reached::int) FROM old_rows
      ) AS moved GROUP BY workspace_id, campaign_id, status HAVING sum(n) <> 0 OR sum(r) <> 0 ORDER BY campaign_id, status
      ON CONFLICT (workspace_id, campaign_id, status) DO UPDATE SET contacts = c.contacts + excluded.contacts, reached = c.reached + excluded.reached;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION update_campaign_counts() FROM PUBLIC;

CREATE OR REPLACE TRIGGER counts_insert AFTER INSERT ON campaign_contacts REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION update_campaign_counts();

CREATE OR REPLACE TRIGGER counts_update AFTER UPDATE ON campaign_contacts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION update_campaign_counts();

CREATE OR REPLACE TRIGGER counts_delete AFTER DELETE ON campaign_contacts REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION update_campaign_counts();
