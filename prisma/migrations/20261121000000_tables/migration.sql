-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL DEFAULT 'live',
    "address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "key_ids" (
    "token_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,

    CONSTRAINT "key_ids_pkey" PRIMARY KEY ("token_id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "hits" BIGINT[] DEFAULT ARRAY[]::BIGINT[],

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "worker_heartbeats" (
    "worker_id" TEXT NOT NULL,
    "last_heartbeat_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_heartbeats_pkey" PRIMARY KEY ("worker_id")
);

-- CreateTable
CREATE TABLE "workspaces" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "plan" TEXT NOT NULL DEFAULT 'standard',
    "timezone" TEXT NOT NULL DEFAULT 'UTC',
    "defaults" JSONB NOT NULL DEFAULT '{}',
    "settings" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "members" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "members_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "token_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "previous_digest" BYTEA,
    "previous_expires_at" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspace_keys" (
    "workspace_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "wrapped" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workspace_keys_pkey" PRIMARY KEY ("workspace_id","purpose","version")
);

-- CreateTable
CREATE TABLE "subject_keys" (
    "workspace_id" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "key_version" INTEGER NOT NULL,
    "wrapped" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subject_keys_pkey" PRIMARY KEY ("workspace_id","subject_id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "workspace_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "address" TEXT,
    "request_id" TEXT NOT NULL,
    "previous" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("workspace_id","seq")
);

-- CreateTable
CREATE TABLE "audit_heads" (
    "workspace_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_heads_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "agents" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "draft" JSONB NOT NULL,
    "draft_digest" TEXT NOT NULL,
    "policy" JSONB NOT NULL,
    "sensitive_marks" JSONB NOT NULL DEFAULT '{}',
    "live_version" INTEGER,
    "live_digest" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deployed_at" TIMESTAMPTZ(3),
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "agents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agent_versions" (
    "workspace_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "config" JSONB NOT NULL,
    "digest" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "agent_versions_pkey" PRIMARY KEY ("workspace_id","agent_id","version")
);

-- CreateTable
CREATE TABLE "tools" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "parameters" JSONB NOT NULL,
    "request" JSONB NOT NULL,
    "integration_id" TEXT,
    "timeout_ms" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tools_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "integrations" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "hosts" TEXT[],
    "settings" JSONB NOT NULL DEFAULT '{}',
    "secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "integrations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "calls" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "agent_version" INTEGER,
    "draft_config" JSONB,
    "contact_id" TEXT,
    "campaign_id" TEXT,
    "channel" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "end_reason" TEXT,
    "reasons" JSONB NOT NULL DEFAULT '[]',
    "purpose" TEXT NOT NULL DEFAULT 'informational',
    "subject_id" TEXT NOT NULL,
    "from_number" BYTEA,
    "to_number" BYTEA,
    "contact_hash" BYTEA,
    "metadata" BYTEA,
    "initial_variables" BYTEA,
    "notes" BYTEA,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "suppress_recording" BOOLEAN NOT NULL DEFAULT false,
    "recording" JSONB NOT NULL DEFAULT '{}',
    "provider_failures" JSONB NOT NULL DEFAULT '[]',
    "outcome_tag" TEXT,
    "outcome_successful" BOOLEAN,
    "summary" BYTEA,
    "variables" BYTEA,
    "transcript" BYTEA,
    "pinned_sensitive" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "redact" BOOLEAN NOT NULL DEFAULT true,
    "words" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "turn_p50_ms" INTEGER,
    "turn_p95_ms" INTEGER,
    "legal_hold" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "erased_at" TIMESTAMPTZ(3),
    "duration_ms" INTEGER,

    CONSTRAINT "calls_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "call_turns" (
    "workspace_id" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "call_turns_pkey" PRIMARY KEY ("workspace_id","call_id","index")
);

-- CreateTable
CREATE TABLE "call_sessions" (
    "workspace_id" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "state" BYTEA NOT NULL,
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "call_sessions_pkey" PRIMARY KEY ("call_id")
);

-- CreateTable
CREATE TABLE "callbacks" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "contact_hash" BYTEA,
    "subject_id" TEXT NOT NULL,
    "number" BYTEA,
    "reason" BYTEA,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "callbacks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "suppressions" (
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "contact_hash" BYTEA NOT NULL,
    "channels" TEXT[],
    "reason" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "call_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "suppressions_pkey" PRIMARY KEY ("workspace_id","environment","contact_hash")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "workspace_id" TEXT NOT NULL,
    "scope" BYTEA NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "state" TEXT NOT NULL,
    "status" INTEGER,
    "reference" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("workspace_id","scope")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_workspace_id_idx" ON "sessions"("workspace_id");

-- CreateIndex
CREATE INDEX "members_user_id_idx" ON "members"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "members_workspace_id_user_id_key" ON "members"("workspace_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_token_id_key" ON "api_keys"("token_id");

-- CreateIndex
CREATE INDEX "api_keys_workspace_id_created_at_id_idx" ON "api_keys"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "audit_events_id_key" ON "audit_events"("id");

-- CreateIndex
CREATE INDEX "audit_events_workspace_id_action_seq_idx" ON "audit_events"("workspace_id", "action", "seq");

-- CreateIndex
CREATE INDEX "audit_events_workspace_id_target_seq_idx" ON "audit_events"("workspace_id", "target", "seq");

-- CreateIndex
CREATE INDEX "agents_workspace_id_created_at_id_idx" ON "agents"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tools_workspace_id_created_at_id_idx" ON "tools"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "tools_workspace_id_name_key" ON "tools"("workspace_id", "name");

-- CreateIndex
CREATE INDEX "integrations_workspace_id_created_at_id_idx" ON "integrations"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "integrations_workspace_id_environment_name_key" ON "integrations"("workspace_id", "environment", "name");

-- CreateIndex
CREATE INDEX "calls_workspace_id_environment_created_at_id_idx" ON "calls"("workspace_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "calls_workspace_id_environment_agent_id_created_at_id_idx" ON "calls"("workspace_id", "environment", "agent_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "calls_workspace_id_environment_duration_ms_id_idx" ON "calls"("workspace_id", "environment", "duration_ms" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "calls_workspace_id_contact_hash_idx" ON "calls"("workspace_id", "contact_hash");

-- CreateIndex
CREATE INDEX "calls_words_idx" ON "calls" USING GIN ("words");

-- CreateIndex
CREATE INDEX "calls_tags_idx" ON "calls" USING GIN ("tags");

-- CreateIndex
CREATE INDEX "call_sessions_workspace_id_idx" ON "call_sessions"("workspace_id");

-- CreateIndex
CREATE INDEX "callbacks_workspace_id_environment_status_due_at_idx" ON "callbacks"("workspace_id", "environment", "status", "due_at");

-- CreateIndex
CREATE INDEX "callbacks_call_id_idx" ON "callbacks"("call_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");


