-- Single sign-on: lookups before a workspace is known, and the schema of SAML Jackson.

-- A confirmed domain belongs to one workspace.
DROP INDEX IF EXISTS sso_domains_confirmed;
CREATE UNIQUE INDEX sso_domains_confirmed ON sso_domains (domain) WHERE confirmed_at IS NOT NULL;

-- The workspace that has confirmed a domain and has a connection; null for other domains.
CREATE OR REPLACE FUNCTION workspace_of_sso_domain(email_domain text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT d.workspace_id FROM sso_domains d JOIN sso_connections c USING (workspace_id)
  WHERE d.domain = email_domain AND d.confirmed_at IS NOT NULL
$$;
REVOKE ALL ON FUNCTION workspace_of_sso_domain(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION workspace_of_sso_domain(text) TO parley_app;

-- Which of the given workspaces require single sign-on.
CREATE OR REPLACE FUNCTION workspaces_enforcing_sso(ids text[]) RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT workspace_id FROM sso_connections WHERE enforced AND workspace_id = ANY (ids)
$$;
REVOKE ALL ON FUNCTION workspaces_enforcing_sso(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION workspaces_enforcing_sso(text[]) TO parley_app;

-- SAML Jackson's role reaches its own schema and nothing else.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'parley_sso') THEN
    CREATE ROLE parley_sso NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN
  IF NOT pg_has_role(current_user, 'parley_sso', 'SET') THEN
    EXECUTE format('GRANT parley_sso TO %I', current_user);
  END IF;
END $$;

-- The tables of its entities (version 26.2.0), which it would create itself without `manualMigration`.
CREATE SCHEMA IF NOT EXISTS jackson;
CREATE TABLE IF NOT EXISTS jackson.jackson_store (
  "key" varchar(1500) PRIMARY KEY,
  "value" text NOT NULL,
  "iv" varchar(64),
  "tag" varchar(64),
  "createdAt" timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "modifiedAt" timestamp,
  "namespace" varchar(256)
);
CREATE INDEX IF NOT EXISTS _jackson_store_namespace ON jackson.jackson_store ("namespace");
CREATE TABLE IF NOT EXISTS jackson.jackson_index (
  "id" serial PRIMARY KEY,
  "key" varchar(1500) NOT NULL,
  "storeKey" varchar(1500) NOT NULL REFERENCES jackson.jackson_store ("key") ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS _jackson_index_key ON jackson.jackson_index ("key");
CREATE INDEX IF NOT EXISTS _jackson_index_key_store ON jackson.jackson_index ("key", "storeKey");
CREATE TABLE IF NOT EXISTS jackson.jackson_ttl ("key" varchar(1500) PRIMARY KEY, "expiresAt" bigint NOT NULL);
CREATE INDEX IF NOT EXISTS _jackson_ttl_expires_at ON jackson.jackson_ttl ("expiresAt");
GRANT USAGE ON SCHEMA jackson TO parley_sso;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA jackson TO parley_sso;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA jackson TO parley_sso;
