-- ── Plans: an agreement is on record with its day and its signer, not by a mark alone ────────────────────────
ALTER TABLE workspaces NO FORCE ROW LEVEL SECURITY;
UPDATE workspaces SET settings = (settings - 'baa_on_record') || '{"baa": null}';
ALTER TABLE workspaces FORCE ROW LEVEL SECURITY;
ALTER TABLE workspaces ADD CONSTRAINT workspaces_plan_check CHECK (plan IN ('standard', 'enterprise'));

-- ── How a session was opened, which says where it may look ───────────────────────────────────────────────────
ALTER TABLE "sessions" ADD COLUMN "method" TEXT NOT NULL DEFAULT 'password';
ALTER TABLE sessions ADD CONSTRAINT sessions_method_check CHECK (method IN ('password', 'sso', 'break_glass'));

-- ── Whom a provider made a member is not let in by a password that somebody else may have set elsewhere ──────
ALTER TABLE "members" ADD COLUMN "joined_by_sso" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "sso_connections" (
    "workspace_id" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "sso_url" TEXT NOT NULL,
    "metadata_url" TEXT,
    "certificates" JSONB NOT NULL,
    "role_mapping" JSONB NOT NULL,
    "enforced" BOOLEAN NOT NULL DEFAULT false,
    "idp_initiated" BOOLEAN NOT NULL DEFAULT false,
    "last_success_at" TIMESTAMPTZ(3),
    "break_glass_member" TEXT,
    "break_glass_hash" BYTEA,
    "break_glass_at" TIMESTAMPTZ(3),
    "warned" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sso_connections_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "sso_domains" (
    "workspace_id" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "sso_domains_pkey" PRIMARY KEY ("workspace_id","domain")
);

-- CreateTable
CREATE TABLE "sso_requests" (
    "workspace_id" TEXT NOT NULL,
    "relay_hash" BYTEA NOT NULL,
    "request_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "started_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "code_hash" BYTEA,
    "identity" BYTEA,
    "refused" TEXT,
    "redeemed_at" TIMESTAMPTZ(3),

    CONSTRAINT "sso_requests_pkey" PRIMARY KEY ("workspace_id","relay_hash")
);

-- CreateTable
CREATE TABLE "sso_assertions" (
    "workspace_id" TEXT NOT NULL,
    "assertion_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sso_assertions_pkey" PRIMARY KEY ("workspace_id","assertion_hash")
);

-- CreateIndex
CREATE INDEX "sso_requests_workspace_id_expires_at_idx" ON "sso_requests"("workspace_id", "expires_at");

-- CreateIndex
CREATE INDEX "sso_assertions_workspace_id_expires_at_idx" ON "sso_assertions"("workspace_id", "expires_at");

-- What Prisma's schema cannot say: a confirmed domain is one workspace's, grants and row-level security.
CREATE UNIQUE INDEX sso_domains_confirmed ON sso_domains (domain) WHERE confirmed_at IS NOT NULL;
ALTER TABLE sso_requests ADD CONSTRAINT sso_requests_purpose_check CHECK (purpose IN ('sign_in', 'test'));
GRANT SELECT, INSERT, UPDATE, DELETE ON sso_connections, sso_domains, sso_requests TO parley_app;
-- An assertion that was used stays used: the application takes away only what has run out.
GRANT SELECT, INSERT, DELETE ON sso_assertions TO parley_app;
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['sso_connections', 'sso_domains', 'sso_requests', 'sso_assertions']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = current_setting(''app.workspace_id'', true))', t);
  END LOOP;
END $$;

-- ── Before a workspace is known: whose an address's domain is, and where passwords open nothing ──────────────
DO $$ BEGIN
  EXECUTE format('CREATE POLICY roll_call ON sso_domains FOR SELECT TO %I USING (true)', current_user);
  EXECUTE format('CREATE POLICY roll_call ON sso_connections FOR SELECT TO %I USING (true)', current_user);
END $$;
CREATE FUNCTION sso_workspace_of(wanted text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT d.workspace_id FROM sso_domains d JOIN sso_connections c USING (workspace_id)
  WHERE d.domain = wanted AND d.confirmed_at IS NOT NULL
$$;
REVOKE ALL ON FUNCTION sso_workspace_of(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sso_workspace_of(text) TO parley_app;
CREATE FUNCTION sso_enforced(wanted text[]) RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT workspace_id FROM sso_connections WHERE enforced AND workspace_id = ANY (wanted)
$$;
REVOKE ALL ON FUNCTION sso_enforced(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sso_enforced(text[]) TO parley_app;

-- ── jackson's own schema and role: it reaches its three tables and nothing else ──────────────────────────────
-- The tables are those of its entities (version 26.2.0), which it would make by itself without manualMigration.
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
CREATE SCHEMA jackson;
CREATE TABLE jackson.jackson_store (
  "key" varchar(1500) PRIMARY KEY,
  "value" text NOT NULL,
  "iv" varchar(64),
  "tag" varchar(64),
  "createdAt" timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "modifiedAt" timestamp,
  "namespace" varchar(256)
);
CREATE INDEX _jackson_store_namespace ON jackson.jackson_store ("namespace");
CREATE TABLE jackson.jackson_index (
  "id" serial PRIMARY KEY,
  "key" varchar(1500) NOT NULL,
  "storeKey" varchar(1500) NOT NULL REFERENCES jackson.jackson_store ("key") ON DELETE CASCADE
);
CREATE INDEX _jackson_index_key ON jackson.jackson_index ("key");
CREATE INDEX _jackson_index_key_store ON jackson.jackson_index ("key", "storeKey");
CREATE TABLE jackson.jackson_ttl ("key" varchar(1500) PRIMARY KEY, "expiresAt" bigint NOT NULL);
CREATE INDEX _jackson_ttl_expires_at ON jackson.jackson_ttl ("expiresAt");
GRANT USAGE ON SCHEMA jackson TO parley_sso;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA jackson TO parley_sso;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA jackson TO parley_sso;
