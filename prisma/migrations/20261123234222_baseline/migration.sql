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
    "method" TEXT NOT NULL DEFAULT 'password',
    "browser" TEXT,

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
CREATE TABLE "event_streams" (
    "id" TEXT NOT NULL,
    "workspace" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_streams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "worker_heartbeats" (
    "worker_id" TEXT NOT NULL,
    "last_heartbeat_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_heartbeats_pkey" PRIMARY KEY ("worker_id")
);

-- CreateTable
CREATE TABLE "storage_sweeps" (
    "owner" TEXT NOT NULL,
    "place" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "orphans" INTEGER NOT NULL DEFAULT 0,
    "removed" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "storage_sweeps_pkey" PRIMARY KEY ("owner")
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
    "delete_after" TIMESTAMPTZ(3),
    "deletion_requested_at" TIMESTAMPTZ(3),
    "deletion_requested_by" TEXT,

    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "members" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "joined_by_sso" BOOLEAN NOT NULL DEFAULT false,
    "muted_mail_notices" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "members_pkey" PRIMARY KEY ("workspace_id","id")
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
    "allowed_addresses" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "workspace_keys" (
    "workspace_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "wrapped" BYTEA NOT NULL,
    "customer" BOOLEAN NOT NULL DEFAULT false,
    "active_from" TIMESTAMPTZ(3),
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

    CONSTRAINT "agents_pkey" PRIMARY KEY ("workspace_id","id")
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

    CONSTRAINT "tools_pkey" PRIMARY KEY ("workspace_id","id")
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

    CONSTRAINT "integrations_pkey" PRIMARY KEY ("workspace_id","id")
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
    "turn_latencies" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "caller_turns" INTEGER,
    "agent_turns" INTEGER,
    "providers" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "provider_ms" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "provider_turns" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "legal_hold" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "erased_at" TIMESTAMPTZ(3),
    "duration_ms" INTEGER,

    CONSTRAINT "calls_pkey" PRIMARY KEY ("workspace_id","id")
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

    CONSTRAINT "call_sessions_pkey" PRIMARY KEY ("workspace_id","call_id")
);

-- CreateTable
CREATE TABLE "recordings" (
    "call_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "object" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "started_ms" INTEGER NOT NULL,
    "duration_ms" INTEGER,
    "bytes" INTEGER,
    "peaks" BYTEA,
    "silenced" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "missing_since" TIMESTAMPTZ(3),

    CONSTRAINT "recordings_pkey" PRIMARY KEY ("workspace_id","call_id")
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

    CONSTRAINT "callbacks_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "contacts" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "number_hash" BYTEA NOT NULL,
    "number" BYTEA NOT NULL,
    "name" BYTEA,
    "name_hashes" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "attributes" BYTEA,
    "timezone" TEXT,
    "timezone_source" TEXT,
    "region" TEXT,
    "legal_hold" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contacts_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "consents" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "contact_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "granted" BOOLEAN NOT NULL,
    "source" TEXT NOT NULL,
    "wording" BYTEA,
    "evidence" BYTEA,
    "attested_by" TEXT,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "call_id" TEXT,
    "import_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "consents_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "suppressions" (
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "contact_hash" BYTEA NOT NULL,
    "source" TEXT NOT NULL,
    "list" TEXT NOT NULL DEFAULT '',
    "channels" TEXT[],
    "reason" TEXT NOT NULL,
    "call_id" TEXT,
    "actor_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "suppressions_pkey" PRIMARY KEY ("workspace_id","environment","contact_hash","source","list")
);

-- CreateTable
CREATE TABLE "imports" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "settings" JSONB NOT NULL DEFAULT '{}',
    "campaign_id" TEXT,
    "bytes" INTEGER NOT NULL,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "created" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "merged" INTEGER NOT NULL DEFAULT 0,
    "error_count" INTEGER NOT NULL DEFAULT 0,
    "errors" JSONB NOT NULL DEFAULT '[]',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "imports_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "import_chunks" (
    "workspace_id" TEXT NOT NULL,
    "import_id" TEXT NOT NULL,
    "part" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,

    CONSTRAINT "import_chunks_pkey" PRIMARY KEY ("workspace_id","import_id","part")
);

-- CreateTable
CREATE TABLE "campaigns" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "starts_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "window" JSONB NOT NULL,
    "max_concurrent_calls" INTEGER NOT NULL,
    "calls_per_second" DOUBLE PRECISION NOT NULL,
    "attempts" JSONB NOT NULL,
    "carrier_failures" INTEGER NOT NULL DEFAULT 0,
    "backoff_until" TIMESTAMPTZ(3),
    "last_slot_at" TIMESTAMPTZ(3),
    "failure" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "launched_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "campaigns_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "campaign_contacts" (
    "workspace_id" TEXT NOT NULL,
    "campaign_id" TEXT NOT NULL,
    "contact_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "last_call_id" TEXT,
    "outcome" TEXT,
    "reached" BOOLEAN NOT NULL DEFAULT false,
    "reasons" JSONB NOT NULL DEFAULT '[]',
    "variables" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "campaign_contacts_pkey" PRIMARY KEY ("workspace_id","campaign_id","contact_id")
);

-- CreateTable
CREATE TABLE "campaign_counts" (
    "workspace_id" TEXT NOT NULL,
    "campaign_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "contacts" INTEGER NOT NULL DEFAULT 0,
    "reached" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "campaign_counts_pkey" PRIMARY KEY ("workspace_id","campaign_id","status")
);

-- CreateTable
CREATE TABLE "attempts" (
    "key" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "campaign_id" TEXT,
    "contact_id" TEXT NOT NULL,
    "contact_hash" BYTEA NOT NULL,
    "busy" BYTEA,
    "call_id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'claimed',
    "carrier" TEXT,
    "carrier_ref" TEXT,
    "decision" JSONB NOT NULL,
    "result" TEXT,
    "scheduled_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,
    "placed_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "attempts_pkey" PRIMARY KEY ("workspace_id","key")
);

-- CreateTable
CREATE TABLE "phone_numbers" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "agent_id" TEXT,
    "integration_id" TEXT NOT NULL,
    "hours" JSONB,
    "fallback_number" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "phone_numbers_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "texts" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "call_id" TEXT,
    "contact_id" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "from_number" TEXT,
    "body" BYTEA,
    "carrier" TEXT,
    "carrier_ref" TEXT,
    "error_code" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "texts_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "deferred_texts" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "carrier" TEXT NOT NULL,
    "carrier_ref" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "contact_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deferred_texts_pkey" PRIMARY KEY ("workspace_id","id")
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

-- CreateTable
CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "email" BYTEA NOT NULL,
    "email_hash" BYTEA NOT NULL,
    "role" TEXT NOT NULL,
    "issue" INTEGER NOT NULL DEFAULT 1,
    "token_hash" BYTEA NOT NULL,
    "mail" TEXT NOT NULL,
    "invited_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "second_factors" (
    "user_id" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" BIGINT NOT NULL DEFAULT 0,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "tried_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "user_id" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","code_hash")
);

-- CreateTable
CREATE TABLE "password_resets" (
    "id" TEXT NOT NULL,
    "user_id" TEXT,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "key_rotations" (
    "workspace_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "started_by" TEXT NOT NULL,
    "total" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "cursor" TEXT NOT NULL DEFAULT '',
    "passes" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "key_rotations_pkey" PRIMARY KEY ("workspace_id","version")
);

-- CreateTable
CREATE TABLE "customer_keys" (
    "workspace_id" TEXT NOT NULL,
    "material" BYTEA,
    "check_value" BYTEA NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "customer_keys_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "key_imports" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "private_key" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "key_imports_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "staff" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT,
    "link_hash" BYTEA,
    "link_expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "staff_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_sessions" (
    "id" TEXT NOT NULL,
    "staff_id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "ticket_id" TEXT,
    "address" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "staff_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_tickets" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "staff_id" TEXT NOT NULL,
    "staff_email" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "hours" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'requested',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,

    CONSTRAINT "staff_tickets_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "deletions" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "contact_id" TEXT,
    "contact_hash" BYTEA NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'scheduled',
    "blocked_by" TEXT,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "due_by" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "passes" INTEGER NOT NULL DEFAULT 0,
    "removed" JSONB NOT NULL DEFAULT '{}',
    "data_backups_expire_by" TIMESTAMPTZ(3),
    "key_backups_expire_by" TIMESTAMPTZ(3),
    "receipt" JSONB,

    CONSTRAINT "deletions_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "events" TEXT[],
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "disabled_reason" TEXT,
    "secret" BYTEA NOT NULL,
    "previous_secret" BYTEA,
    "previous_expires_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "backoff_until" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "lease_owner" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "replay_of" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "last_attempt_at" TIMESTAMPTZ(3),
    "response_status" INTEGER,
    "error" TEXT,
    "duration_ms" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "exports" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "filters" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL DEFAULT 'queued',
    "object" TEXT NOT NULL,
    "parts" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER,
    "place" TEXT,
    "failure" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "missing_since" TIMESTAMPTZ(3),

    CONSTRAINT "exports_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "notices" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "environment" TEXT,
    "subject" TEXT NOT NULL,
    "link_id" TEXT,
    "stage" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),
    "mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "notices_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "analytics_changes" (
    "id" BIGSERIAL NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "agent_id" TEXT NOT NULL,
    "campaign_id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "measures" TEXT[],
    "labels" TEXT[],
    "calls" BIGINT[],
    "totals" BIGINT[],

    CONSTRAINT "analytics_changes_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "analytics_rollups" (
    "workspace_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "grain" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "measure" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "campaign_id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "calls" BIGINT NOT NULL,
    "total" BIGINT NOT NULL,

    CONSTRAINT "analytics_rollups_pkey" PRIMARY KEY ("workspace_id","environment","grain","measure","at","label","agent_id","campaign_id","channel")
);

-- CreateTable
CREATE TABLE "analytics_state" (
    "workspace_id" TEXT NOT NULL,
    "timezone" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3),

    CONSTRAINT "analytics_state_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_workspace_id_idx" ON "sessions"("workspace_id");

-- CreateIndex
CREATE INDEX "event_streams_workspace_idx" ON "event_streams"("workspace");

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
CREATE INDEX "calls_workspace_id_environment_contact_id_created_at_id_idx" ON "calls"("workspace_id", "environment", "contact_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "calls_workspace_id_campaign_id_created_at_id_idx" ON "calls"("workspace_id", "campaign_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "calls_words_idx" ON "calls" USING GIN ("words");

-- CreateIndex
CREATE INDEX "calls_tags_idx" ON "calls" USING GIN ("tags");

-- CreateIndex
CREATE INDEX "recordings_workspace_id_expires_at_idx" ON "recordings"("workspace_id", "expires_at");

-- CreateIndex
CREATE INDEX "recordings_object_idx" ON "recordings"("object");

-- CreateIndex
CREATE INDEX "callbacks_workspace_id_environment_status_due_at_idx" ON "callbacks"("workspace_id", "environment", "status", "due_at");

-- CreateIndex
CREATE INDEX "callbacks_call_id_idx" ON "callbacks"("call_id");

-- CreateIndex
CREATE INDEX "contacts_workspace_id_environment_created_at_id_idx" ON "contacts"("workspace_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "contacts_name_hashes_idx" ON "contacts" USING GIN ("name_hashes");

-- CreateIndex
CREATE UNIQUE INDEX "contacts_workspace_id_environment_number_hash_key" ON "contacts"("workspace_id", "environment", "number_hash");

-- CreateIndex
CREATE INDEX "consents_workspace_id_contact_id_at_id_idx" ON "consents"("workspace_id", "contact_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "imports_workspace_id_environment_created_at_id_idx" ON "imports"("workspace_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "campaigns_workspace_id_environment_created_at_id_idx" ON "campaigns"("workspace_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "campaigns_workspace_id_agent_id_idx" ON "campaigns"("workspace_id", "agent_id");

-- CreateIndex
CREATE INDEX "campaign_contacts_campaign_id_status_next_attempt_at_contac_idx" ON "campaign_contacts"("campaign_id", "status", "next_attempt_at", "contact_id");

-- CreateIndex
CREATE INDEX "campaign_contacts_campaign_id_created_at_contact_id_idx" ON "campaign_contacts"("campaign_id", "created_at" DESC, "contact_id" DESC);

-- CreateIndex
CREATE INDEX "campaign_contacts_workspace_id_contact_id_idx" ON "campaign_contacts"("workspace_id", "contact_id");

-- CreateIndex
CREATE INDEX "attempts_workspace_id_environment_contact_hash_claimed_at_idx" ON "attempts"("workspace_id", "environment", "contact_hash", "claimed_at" DESC);

-- CreateIndex
CREATE INDEX "attempts_campaign_id_state_idx" ON "attempts"("campaign_id", "state");

-- CreateIndex
CREATE INDEX "attempts_campaign_id_placed_at_idx" ON "attempts"("campaign_id", "placed_at");

-- CreateIndex
CREATE UNIQUE INDEX "attempts_workspace_id_call_id_key" ON "attempts"("workspace_id", "call_id");

-- CreateIndex
CREATE UNIQUE INDEX "attempts_carrier_carrier_ref_key" ON "attempts"("carrier", "carrier_ref");

-- CreateIndex
CREATE UNIQUE INDEX "attempts_workspace_id_environment_channel_busy_key" ON "attempts"("workspace_id", "environment", "channel", "busy");

-- CreateIndex
CREATE UNIQUE INDEX "phone_numbers_number_key" ON "phone_numbers"("number");

-- CreateIndex
CREATE INDEX "phone_numbers_workspace_id_environment_created_at_id_idx" ON "phone_numbers"("workspace_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "texts_workspace_id_call_id_created_at_idx" ON "texts"("workspace_id", "call_id", "created_at");

-- CreateIndex
CREATE INDEX "texts_workspace_id_contact_id_created_at_idx" ON "texts"("workspace_id", "contact_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "texts_carrier_carrier_ref_key" ON "texts"("carrier", "carrier_ref");

-- CreateIndex
CREATE INDEX "deferred_texts_workspace_id_created_at_idx" ON "deferred_texts"("workspace_id", "created_at");

-- CreateIndex
CREATE INDEX "deferred_texts_workspace_id_contact_hash_idx" ON "deferred_texts"("workspace_id", "contact_hash");

-- CreateIndex
CREATE UNIQUE INDEX "deferred_texts_carrier_carrier_ref_key" ON "deferred_texts"("carrier", "carrier_ref");

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- CreateIndex
CREATE INDEX "sso_requests_workspace_id_expires_at_idx" ON "sso_requests"("workspace_id", "expires_at");

-- CreateIndex
CREATE INDEX "sso_assertions_workspace_id_expires_at_idx" ON "sso_assertions"("workspace_id", "expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE INDEX "invitations_workspace_id_created_at_id_idx" ON "invitations"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets"("token_hash");

-- CreateIndex
CREATE INDEX "password_resets_user_id_created_at_idx" ON "password_resets"("user_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "staff_email_key" ON "staff"("email");

-- CreateIndex
CREATE UNIQUE INDEX "staff_link_hash_key" ON "staff"("link_hash");

-- CreateIndex
CREATE UNIQUE INDEX "staff_sessions_token_hash_key" ON "staff_sessions"("token_hash");

-- CreateIndex
CREATE INDEX "staff_sessions_staff_id_idx" ON "staff_sessions"("staff_id");

-- CreateIndex
CREATE INDEX "staff_tickets_workspace_id_created_at_id_idx" ON "staff_tickets"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "staff_tickets_staff_id_created_at_idx" ON "staff_tickets"("staff_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "deletions_workspace_id_environment_requested_at_id_idx" ON "deletions"("workspace_id", "environment", "requested_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "deletions_workspace_id_environment_contact_hash_requested_a_idx" ON "deletions"("workspace_id", "environment", "contact_hash", "requested_at" DESC);

-- CreateIndex
CREATE INDEX "webhook_endpoints_workspace_id_environment_created_at_id_idx" ON "webhook_endpoints"("workspace_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_events_workspace_id_environment_created_at_id_idx" ON "webhook_events"("workspace_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_workspace_id_endpoint_id_created_at_id_idx" ON "webhook_deliveries"("workspace_id", "endpoint_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_workspace_id_created_at_idx" ON "webhook_deliveries"("workspace_id", "created_at");

-- CreateIndex
CREATE INDEX "exports_workspace_id_environment_created_at_id_idx" ON "exports"("workspace_id", "environment", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "exports_object_idx" ON "exports"("object");

-- CreateIndex
CREATE INDEX "notices_workspace_id_user_id_created_at_id_idx" ON "notices"("workspace_id", "user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "notices_workspace_id_created_at_idx" ON "notices"("workspace_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "notices_workspace_id_user_id_kind_subject_stage_key" ON "notices"("workspace_id", "user_id", "kind", "subject", "stage");

-- CreateIndex
CREATE INDEX "analytics_changes_workspace_id_environment_at_idx" ON "analytics_changes"("workspace_id", "environment", "at");

-- AddForeignKey
ALTER TABLE "key_ids" ADD CONSTRAINT "key_ids_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "api_keys"("token_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "workspace_keys" ADD CONSTRAINT "workspace_keys_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "agents" ADD CONSTRAINT "agents_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "agent_versions" ADD CONSTRAINT "agent_versions_workspace_id_agent_id_fkey" FOREIGN KEY ("workspace_id", "agent_id") REFERENCES "agents"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tools" ADD CONSTRAINT "tools_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "calls" ADD CONSTRAINT "calls_workspace_id_agent_id_fkey" FOREIGN KEY ("workspace_id", "agent_id") REFERENCES "agents"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "calls" ADD CONSTRAINT "calls_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaigns"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "callbacks" ADD CONSTRAINT "callbacks_workspace_id_agent_id_fkey" FOREIGN KEY ("workspace_id", "agent_id") REFERENCES "agents"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "callbacks" ADD CONSTRAINT "callbacks_workspace_id_call_id_fkey" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "calls"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_workspace_id_contact_id_fkey" FOREIGN KEY ("workspace_id", "contact_id") REFERENCES "contacts"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaigns"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "import_chunks" ADD CONSTRAINT "import_chunks_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_workspace_id_agent_id_fkey" FOREIGN KEY ("workspace_id", "agent_id") REFERENCES "agents"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "campaign_contacts" ADD CONSTRAINT "campaign_contacts_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaigns"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "campaign_counts" ADD CONSTRAINT "campaign_counts_workspace_id_campaign_id_fkey" FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaigns"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "phone_numbers" ADD CONSTRAINT "phone_numbers_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "phone_numbers" ADD CONSTRAINT "phone_numbers_workspace_id_agent_id_fkey" FOREIGN KEY ("workspace_id", "agent_id") REFERENCES "agents"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "deferred_texts" ADD CONSTRAINT "deferred_texts_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sso_connections" ADD CONSTRAINT "sso_connections_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sso_domains" ADD CONSTRAINT "sso_domains_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "sso_connections"("workspace_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sso_requests" ADD CONSTRAINT "sso_requests_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "sso_connections"("workspace_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "key_rotations" ADD CONSTRAINT "key_rotations_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "customer_keys" ADD CONSTRAINT "customer_keys_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "key_imports" ADD CONSTRAINT "key_imports_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "staff_tickets" ADD CONSTRAINT "staff_tickets_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "deletions" ADD CONSTRAINT "deletions_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "exports" ADD CONSTRAINT "exports_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "analytics_state" ADD CONSTRAINT "analytics_state_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Roles belong to the whole cluster: another database of it may have created this one already.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'parley_app') THEN
    CREATE ROLE parley_app NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN
  IF NOT pg_has_role(current_user, 'parley_app', 'SET') THEN
    EXECUTE format('GRANT parley_app TO %I', current_user);
  END IF;
END $$;

-- Everything that parley_app may do is listed here. A privilege that is removed from the list is revoked.
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO parley_app;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM parley_app;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM parley_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON
  users, sessions, second_factors, recovery_codes, password_resets, staff, staff_sessions,
  rate_limits, event_streams, worker_heartbeats,
  workspaces, workspace_keys, subject_keys, key_rotations, customer_keys, key_imports,
  members, invitations, api_keys, sso_connections, sso_domains, sso_requests, notices,
  agents, tools, integrations, phone_numbers,
  calls, call_turns, call_sessions, callbacks, recordings, texts,
  contacts, suppressions, imports, import_chunks, campaigns, campaign_contacts, attempts,
  webhook_endpoints, webhook_deliveries, exports, analytics_rollups, idempotency_keys
TO parley_app;
-- Written once: added and removed, and not changed.
GRANT SELECT, INSERT, DELETE ON consents, sso_assertions, deferred_texts, webhook_events, analytics_changes TO parley_app;
-- An erasure seals a consent's text under a new key. It changes these columns only.
GRANT UPDATE (wording, evidence) ON consents TO parley_app;
-- Not removed: the record of who was given access, the receipts of erasures, and the state of the figures.
GRANT SELECT, INSERT, UPDATE ON staff_tickets, deletions, analytics_state TO parley_app;
GRANT SELECT, INSERT ON agent_versions TO parley_app;
-- Written by functions and triggers only.
GRANT SELECT ON audit_events, audit_heads, key_ids, campaign_counts TO parley_app;
GRANT SELECT, UPDATE ON storage_sweeps TO parley_app;
GRANT USAGE ON SEQUENCE analytics_changes_id_seq TO parley_app;

-- A query without a workspace returns no rows. Every table with `workspace_id` has this policy, except the two that are read to
-- find the workspace (lib/platform/db/tables.ts).
DO $$ DECLARE t text; BEGIN
  FOR t IN
    SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('sessions', 'key_ids')
      AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'tenant')
    ORDER BY c.relname
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = current_setting(''app.workspace_id'', true))', t);
  END LOOP;
END $$;

ALTER TABLE workspaces ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspaces FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON workspaces;
CREATE POLICY tenant ON workspaces USING (id = current_setting('app.workspace_id', true));

-- A person sees their memberships before a workspace is chosen.
DROP POLICY IF EXISTS own_memberships ON members;
CREATE POLICY own_memberships ON members FOR SELECT USING (user_id = current_setting('app.user_id', true));

-- A staff member sees their own tickets before one is chosen.
DROP POLICY IF EXISTS own_tickets ON staff_tickets;
CREATE POLICY own_tickets ON staff_tickets FOR SELECT USING (staff_id = current_setting('app.staff_id', true));

-- What the owner's SECURITY DEFINER functions read without a workspace. The functions below and in the other files return only
-- a workspace's id, or what they were asked about.
DO $$ DECLARE p record; BEGIN
  FOR p IN SELECT * FROM (VALUES
    ('workspaces', 'true'), ('sso_domains', 'true'), ('sso_connections', 'true'), ('invitations', 'true'),
    ('recordings', 'true'), ('exports', 'true'), ('integrations', 'kind = ''twilio''')
  ) AS listed (tablename, condition)
  LOOP
    EXECUTE format('DROP POLICY IF EXISTS owner_reads ON %I', p.tablename);
    EXECUTE format('CREATE POLICY owner_reads ON %I FOR SELECT TO %I USING (%s)', p.tablename, current_user, p.condition);
  END LOOP;
END $$;

-- The ids of all workspaces, for a job that visits each of them as its tenant.
CREATE OR REPLACE FUNCTION workspace_ids() RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS 'SELECT id FROM workspaces ORDER BY id';
REVOKE ALL ON FUNCTION workspace_ids() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION workspace_ids() TO parley_app;

-- Each figure has one definition, for the roll-ups and for the list of calls behind a figure.
CREATE OR REPLACE FUNCTION call_ended(c calls) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT c.status IN ('completed', 'no_answer', 'busy', 'voicemail', 'failed', 'canceled', 'blocked')
$$;

CREATE OR REPLACE FUNCTION call_answered(c calls) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT c.status IN ('completed', 'failed') AND c.answered_at IS NOT NULL
$$;

-- A caller is reached as a campaign counts it: on the phone when someone answers, in a text conversation when the contact replies.
CREATE OR REPLACE FUNCTION call_reached(c calls) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT c.status IN ('completed', 'failed') AND c.answered_at IS NOT NULL
    AND (c.channel IN ('phone', 'web') OR COALESCE(c.caller_turns, 0) > 0)
$$;

CREATE OR REPLACE FUNCTION call_contained(c calls) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT c.status = 'completed' AND c.answered_at IS NOT NULL
    AND (c.channel IN ('phone', 'web') OR COALESCE(c.caller_turns, 0) > 0)
    AND c.end_reason IS DISTINCT FROM 'transferred'
$$;

CREATE OR REPLACE FUNCTION call_opted_out(c calls) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT c.status IN ('completed', 'no_answer', 'busy', 'voicemail', 'failed', 'canceled', 'blocked')
    AND COALESCE(c.outcome_tag = 'opted_out' OR c.end_reason = 'opted_out', false)
$$;

CREATE OR REPLACE FUNCTION call_successful(c calls) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT c.status IN ('completed', 'failed') AND COALESCE(c.outcome_successful, false)
$$;

-- Calls with measured response times.
CREATE OR REPLACE FUNCTION call_timed(c calls) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT c.status IN ('completed', 'failed') AND cardinality(c.turn_latencies) > 0
$$;

-- The upper bound of a histogram's bucket, in milliseconds. The bounds are the ten steps of R10 (ISO 3) in each power of ten,
-- from 10 ms to eleven days: a bound exceeds the value by at most a third.
CREATE OR REPLACE FUNCTION analytics_bound(ms bigint) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  bounds CONSTANT bigint[] := ARRAY[
    10, 12, 16, 20, 25, 31, 40, 50, 63, 80,
    100, 125, 160, 200, 250, 315, 400, 500, 630, 800,
    1000, 1250, 1600, 2000, 2500, 3150, 4000, 5000, 6300, 8000,
    10000, 12500, 16000, 20000, 25000, 31500, 40000, 50000, 63000, 80000,
    100000, 125000, 160000, 200000, 250000, 315000, 400000, 500000, 630000, 800000,
    1000000, 1250000, 1600000, 2000000, 2500000, 3150000, 4000000, 5000000, 6300000, 8000000,
    10000000, 12500000, 16000000, 20000000, 25000000, 31500000, 40000000, 50000000, 63000000, 80000000,
    100000000, 125000000, 160000000, 200000000, 250000000, 315000000, 400000000, 500000000, 630000000, 800000000,
    1000000000];
BEGIN
  RETURN COALESCE(bounds[width_bucket(ms - 1, bounds) + 1]::text, 'more');
END $$;

-- Everything that one call adds to the figures, as rows of measure, label, number of calls and total. Labels are the product's own
-- names and those of an agent's settings, and nothing from a conversation. It runs at the end of each call: as one query it
-- would take ten times as long. It takes columns, as a row that is passed on is read whole, with the transcript.
CREATE OR REPLACE FUNCTION call_facts(
  status text, direction text, channel text, end_reason text, outcome_tag text, outcome_successful boolean,
  answered_at timestamptz, duration_ms int, recording jsonb, reasons jsonb, turn_latencies int[], caller_turns int,
  agent_turns int, providers text[], provider_ms int[], provider_turns int[]
) RETURNS TABLE (measure text, label text, calls bigint, total bigint) LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  c calls;
  is_answered boolean;
  is_reached boolean;
  one text;
  ms int;
BEGIN
  c.status := status; c.channel := channel; c.end_reason := end_reason; c.answered_at := answered_at;
  c.outcome_tag := outcome_tag; c.outcome_successful := outcome_successful; c.turn_latencies := turn_latencies;
  c.caller_turns := caller_turns;
  IF call_ended(c) IS NOT TRUE THEN RETURN; END IF;
  is_answered := COALESCE(call_answered(c), false);
  is_reached := COALESCE(call_reached(c), false);
  calls := 1;
  total := 0;
  measure := 'status'; label := status; RETURN NEXT;
  measure := 'direction'; label := direction; RETURN NEXT;
  IF outcome_tag IS NOT NULL THEN measure := 'outcome'; label := outcome_tag; RETURN NEXT; END IF;
  measure := 'figure';
  IF call_opted_out(c) THEN label := 'opted_out'; RETURN NEXT; END IF;
  IF status = 'blocked' THEN
    measure := 'blocked';
    FOR one IN SELECT DISTINCT CASE WHEN r->>'code' ~ '^[a-z_]{1,64}$' THEN r->>'code' ELSE 'other' END FROM jsonb_array_elements(reasons) r LOOP
      label := one; RETURN NEXT;
    END LOOP;
  END IF;
  measure := 'figure';
  IF call_successful(c) THEN label := 'successful'; RETURN NEXT; END IF;
  IF call_timed(c) THEN
    label := 'timed'; RETURN NEXT;
    measure := 'turn';
    FOREACH ms IN ARRAY turn_latencies LOOP label := analytics_bound(ms); total := ms; RETURN NEXT; END LOOP;
    total := 0;
  END IF;
  IF NOT is_answered THEN RETURN; END IF;
  measure := 'figure';
  label := 'answered'; RETURN NEXT;
  IF is_reached THEN label := 'reached'; RETURN NEXT; END IF;
  IF call_contained(c) THEN label := 'contained'; RETURN NEXT; END IF;
  IF is_reached AND end_reason = 'transferred' THEN label := 'transferred'; RETURN NEXT; END IF;
  measure := 'recording'; label := COALESCE(recording->>'state', 'none'); RETURN NEXT;
  IF duration_ms IS NOT NULL THEN
    measure := 'duration'; label := analytics_bound(duration_ms); total := duration_ms; RETURN NEXT;
  END IF;
  -- Providers charge by time and by answer. A call in which one failed has the use of each; otherwise each was used throughout.
  FOR n IN 1 .. COALESCE(cardinality(providers), 0) LOOP
    label := providers[n];
    measure := 'usage'; total := COALESCE(provider_ms[n], duration_ms, 0); RETURN NEXT;
    measure := 'turns'; total := COALESCE(provider_turns[n], agent_turns, 0); RETURN NEXT;
  END LOOP;
END $$;

-- The quarter hour that contains a time.
CREATE OR REPLACE FUNCTION analytics_quarter(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT date_bin('15 minutes', at, '2000-01-01 00:00:00+00'::timestamptz)
$$;

-- Writes the difference between a call's figures before and after a change into analytics_changes, in the same transaction.
-- Rows are only added, so that transactions that settle calls do not wait for each other.
CREATE OR REPLACE FUNCTION note_call_figures() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was calls;
  becomes calls;
BEGIN
  IF TG_OP <> 'INSERT' THEN was := OLD; END IF;
  IF TG_OP <> 'DELETE' THEN becomes := NEW; END IF;
  INSERT INTO analytics_changes (workspace_id, environment, at, agent_id, campaign_id, channel, measures, labels, calls, totals)
  SELECT d.workspace_id, d.environment, d.at, d.agent_id, d.campaign_id, d.channel,
    array_agg(d.measure), array_agg(d.label), array_agg(d.calls), array_agg(d.total)
  FROM (
    SELECT s.workspace_id, s.environment, s.at, s.agent_id, s.campaign_id, s.channel, s.measure, s.label,
      sum(s.calls)::bigint AS calls, sum(s.total)::bigint AS total
    FROM (
      SELECT becomes.workspace_id, becomes.environment, analytics_quarter(becomes.created_at) AS at, becomes.agent_id,
        COALESCE(becomes.campaign_id, '') AS campaign_id, becomes.channel, f.measure, f.label, f.calls, f.total
      FROM call_facts(becomes.status, becomes.direction, becomes.channel, becomes.end_reason, becomes.outcome_tag, becomes.outcome_successful,
        becomes.answered_at, becomes.duration_ms, becomes.recording, becomes.reasons, becomes.turn_latencies, becomes.caller_turns,
        becomes.agent_turns, becomes.providers, becomes.provider_ms, becomes.provider_turns) f
      UNION ALL
      SELECT was.workspace_id, was.environment, analytics_quarter(was.created_at), was.agent_id,
        COALESCE(was.campaign_id, ''), was.channel, f.measure, f.label, -f.calls, -f.total
      FROM call_facts(was.status, was.direction, was.channel, was.end_reason, was.outcome_tag, was.outcome_successful,
        was.answered_at, was.duration_ms, was.recording, was.reasons, was.turn_latencies, was.caller_turns,
        was.agent_turns, was.providers, was.provider_ms, was.provider_turns) f
    ) s
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    HAVING sum(s.calls) <> 0 OR sum(s.total) <> 0
  ) d
  GROUP BY 1, 2, 3, 4, 5, 6;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION note_call_figures() FROM PUBLIC;

-- Calls that are queued or in progress count nowhere: the function does not run for them.
CREATE OR REPLACE TRIGGER note_call_figures_insert AFTER INSERT ON calls FOR EACH ROW
  WHEN (NEW.status NOT IN ('queued', 'ringing', 'in_progress')) EXECUTE FUNCTION note_call_figures();

CREATE OR REPLACE TRIGGER note_call_figures_delete AFTER DELETE ON calls FOR EACH ROW
  WHEN (OLD.status NOT IN ('queued', 'ringing', 'in_progress')) EXECUTE FUNCTION note_call_figures();

CREATE OR REPLACE TRIGGER note_call_figures_update AFTER UPDATE ON calls FOR EACH ROW
  WHEN ((OLD.status NOT IN ('queued', 'ringing', 'in_progress') OR NEW.status NOT IN ('queued', 'ringing', 'in_progress'))
    AND (OLD.status, OLD.outcome_tag, OLD.outcome_successful, OLD.end_reason, OLD.recording, OLD.reasons, OLD.duration_ms,
      OLD.answered_at, OLD.turn_latencies, OLD.caller_turns, OLD.agent_turns, OLD.providers, OLD.provider_ms, OLD.provider_turns, OLD.direction,
      OLD.agent_id, OLD.campaign_id, OLD.channel, OLD.created_at)
    IS DISTINCT FROM
     (NEW.status, NEW.outcome_tag, NEW.outcome_successful, NEW.end_reason, NEW.recording, NEW.reasons, NEW.duration_ms,
      NEW.answered_at, NEW.turn_latencies, NEW.caller_turns, NEW.agent_turns, NEW.providers, NEW.provider_ms, NEW.provider_turns, NEW.direction,
      NEW.agent_id, NEW.campaign_id, NEW.channel, NEW.created_at))
  EXECUTE FUNCTION note_call_figures();

-- hash = SHA-256(previous hash, fields). Each field is `<bytes>:<text>`, or `-` for null, so that two different rows never have
-- the same bytes. lib/platform/audit/chain.ts computes the same.
CREATE OR REPLACE FUNCTION audit_field(field text) RETURNS text LANGUAGE sql IMMUTABLE
  AS $$ SELECT CASE WHEN field IS NULL THEN '-' ELSE octet_length(convert_to(field, 'UTF8'))::text || ':' || field END $$;

CREATE OR REPLACE FUNCTION append_audit_event(ws text, event_id text, event_at timestamptz, kind text, actor text, act text, subject text,
  was jsonb, is_now jsonb, from_address text, request text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE next_seq bigint; last bytea; this bytea;
BEGIN
  IF ws IS DISTINCT FROM current_setting('app.workspace_id', true) THEN
    RAISE EXCEPTION 'an audit event is written in the current workspace only' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO audit_heads (workspace_id, seq, hash) VALUES (ws, 0, sha256(convert_to('parley audit ' || ws, 'UTF8'))) ON CONFLICT DO NOTHING;
  SELECT seq + 1, hash INTO next_seq, last FROM audit_heads WHERE workspace_id = ws FOR NO KEY UPDATE;
  this := sha256(last || convert_to(
    audit_field(ws) || audit_field(next_seq::text) || audit_field(event_id)
    || audit_field(to_char(event_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    || audit_field(kind) || audit_field(actor) || audit_field(act) || audit_field(subject)
    || audit_field(was::text) || audit_field(is_now::text) || audit_field(from_address) || audit_field(request), 'UTF8'));
  INSERT INTO audit_events (workspace_id, seq, id, at, actor_type, actor_id, action, target, before, after, address, request_id, previous, hash)
    VALUES (ws, next_seq, event_id, event_at, kind, actor, act, subject, was, is_now, from_address, request, last, this);
  UPDATE audit_heads SET seq = next_seq, hash = this WHERE workspace_id = ws;
  RETURN next_seq;
END $$;
REVOKE ALL ON FUNCTION append_audit_event(text, text, timestamptz, text, text, text, text, jsonb, jsonb, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION append_audit_event(text, text, timestamptz, text, text, text, text, jsonb, jsonb, text, text) TO parley_app;

-- Audit events are never changed. They are deleted only with a workspace whose keys are destroyed (workspace-deletion.sql).
CREATE OR REPLACE FUNCTION protect_audit_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_workspace_deletion_due(OLD.workspace_id) AND NOT EXISTS (SELECT FROM workspace_keys WHERE workspace_id = OLD.workspace_id) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION '% rows are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
REVOKE ALL ON FUNCTION protect_audit_events() FROM PUBLIC;

CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION protect_audit_events();

-- Raises PL001 unless `owner` holds the lease of the call. The first statement of a batch calls it, so that a worker that has lost
-- the lease writes nothing.
CREATE OR REPLACE FUNCTION require_call_lease(ws text, id text, owner text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  PERFORM FROM call_sessions s WHERE s.workspace_id = ws AND s.call_id = id AND s.lease_owner = owner FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'the lease of the call is lost' USING ERRCODE = 'PL001'; END IF;
END $$;
REVOKE ALL ON FUNCTION require_call_lease(text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION require_call_lease(text, text, text) TO parley_app;

-- A contact has one text conversation with an agent at a time. If an agent starts one while the contact writes, the later of
-- the two finds the first.
DROP INDEX IF EXISTS calls_one_text_conversation;
CREATE UNIQUE INDEX calls_one_text_conversation ON calls (workspace_id, environment, contact_id, agent_id)
  WHERE channel = 'sms' AND status = 'in_progress';

-- Calls that still have a transcript, for retention: by agent, whose policy says how long it is kept.
DROP INDEX IF EXISTS calls_with_transcript;
CREATE INDEX calls_with_transcript ON calls (workspace_id, agent_id, ended_at) WHERE transcript IS NOT NULL;

-- Calls with failures of providers, for retention: failures are kept for 30 days.
DROP INDEX IF EXISTS calls_with_failures;
CREATE INDEX calls_with_failures ON calls (workspace_id, created_at) WHERE provider_failures <> '[]'::jsonb;

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

-- Ids are unique within a workspace. A carrier's request names only the integration, so that one must be unique among all.
DROP INDEX IF EXISTS integrations_carrier;
CREATE UNIQUE INDEX integrations_carrier ON integrations (id) WHERE kind = 'twilio';

-- The workspace of a carrier's integration; null for other ids.
CREATE OR REPLACE FUNCTION workspace_of_carrier(integration text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS 'SELECT workspace_id FROM integrations WHERE id = integration AND kind = ''twilio''';
REVOKE ALL ON FUNCTION workspace_of_carrier(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION workspace_of_carrier(text) TO parley_app;

-- Every table with an environment has one of the two.
DO $$ DECLARE t record; BEGIN
  FOR t IN
    SELECT c.relname, a.attnotnull FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'environment' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.conname = c.relname || '_environment_check')
    ORDER BY c.relname
  LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (environment IN (''live'', ''test''))', t.relname, t.relname || '_environment_check');
  END LOOP;
END $$;

ALTER TABLE workspaces
  DROP CONSTRAINT IF EXISTS workspaces_plan_check,
  ADD CONSTRAINT workspaces_plan_check CHECK (plan IN ('standard', 'enterprise'));

ALTER TABLE sessions
  DROP CONSTRAINT IF EXISTS sessions_method_check,
  ADD CONSTRAINT sessions_method_check CHECK (method IN ('password', 'sso', 'break_glass'));

ALTER TABLE members
  DROP CONSTRAINT IF EXISTS members_role_check,
  ADD CONSTRAINT members_role_check CHECK (role IN ('viewer', 'builder', 'admin', 'owner'));

ALTER TABLE api_keys
  DROP CONSTRAINT IF EXISTS api_keys_role_check,
  ADD CONSTRAINT api_keys_role_check CHECK (role IN ('viewer', 'builder', 'admin', 'owner'));

ALTER TABLE invitations
  DROP CONSTRAINT IF EXISTS invitations_role_check,
  DROP CONSTRAINT IF EXISTS invitations_mail_check,
  ADD CONSTRAINT invitations_role_check CHECK (role IN ('viewer', 'builder', 'admin', 'owner')),
  ADD CONSTRAINT invitations_mail_check CHECK (mail IN ('off', 'waiting', 'sent', 'failed'));

ALTER TABLE sso_requests
  DROP CONSTRAINT IF EXISTS sso_requests_purpose_check,
  ADD CONSTRAINT sso_requests_purpose_check CHECK (purpose IN ('sign_in', 'test'));

ALTER TABLE workspace_keys
  DROP CONSTRAINT IF EXISTS workspace_keys_purpose_check,
  ADD CONSTRAINT workspace_keys_purpose_check CHECK (purpose IN ('data', 'index'));

ALTER TABLE key_rotations
  DROP CONSTRAINT IF EXISTS key_rotations_reason_check,
  ADD CONSTRAINT key_rotations_reason_check CHECK (reason IN ('schedule', 'manual', 'customer_key'));

ALTER TABLE staff_tickets
  DROP CONSTRAINT IF EXISTS staff_tickets_status_check,
  DROP CONSTRAINT IF EXISTS staff_tickets_hours_check,
  ADD CONSTRAINT staff_tickets_status_check CHECK (status IN ('requested', 'approved', 'refused', 'ended')),
  ADD CONSTRAINT staff_tickets_hours_check CHECK (hours BETWEEN 1 AND 8);

ALTER TABLE audit_events
  DROP CONSTRAINT IF EXISTS audit_events_actor_type_check,
  ADD CONSTRAINT audit_events_actor_type_check CHECK (actor_type IN ('key', 'member', 'system', 'operator', 'staff'));

ALTER TABLE agents
  DROP CONSTRAINT IF EXISTS agents_status_check,
  ADD CONSTRAINT agents_status_check CHECK (status IN ('draft', 'live', 'archived'));

ALTER TABLE integrations
  DROP CONSTRAINT IF EXISTS integrations_kind_check,
  ADD CONSTRAINT integrations_kind_check CHECK (kind IN ('bearer', 'basic', 'header', 'model', 'twilio', 'deepgram', 'elevenlabs', 'speech'));

ALTER TABLE calls
  DROP CONSTRAINT IF EXISTS calls_channel_check,
  DROP CONSTRAINT IF EXISTS calls_direction_check,
  DROP CONSTRAINT IF EXISTS calls_status_check,
  DROP CONSTRAINT IF EXISTS calls_end_reason_check,
  DROP CONSTRAINT IF EXISTS calls_purpose_check,
  ADD CONSTRAINT calls_channel_check CHECK (channel IN ('phone', 'web', 'sms', 'chat')),
  ADD CONSTRAINT calls_direction_check CHECK (direction IN ('inbound', 'outbound')),
  ADD CONSTRAINT calls_status_check CHECK (status IN ('queued', 'ringing', 'in_progress', 'completed', 'no_answer', 'busy', 'voicemail', 'failed',
    'canceled', 'blocked')),
  ADD CONSTRAINT calls_end_reason_check CHECK (end_reason IN ('agent_ended', 'caller_hung_up', 'transferred', 'voicemail_reached', 'inactivity',
    'max_duration', 'busy', 'no_answer', 'declined', 'carrier_error', 'model_error', 'tool_error', 'opted_out',
    'policy_blocked', 'canceled', 'interrupted_by_restart')),
  ADD CONSTRAINT calls_purpose_check CHECK (purpose IN ('informational', 'telemarketing'));

ALTER TABLE recordings
  DROP CONSTRAINT IF EXISTS recordings_state_check,
  ADD CONSTRAINT recordings_state_check CHECK (state IN ('capturing', 'following', 'captured', 'ready', 'removing'));

ALTER TABLE callbacks
  DROP CONSTRAINT IF EXISTS callbacks_status_check,
  ADD CONSTRAINT callbacks_status_check CHECK (status IN ('pending', 'placed', 'blocked', 'failed'));

ALTER TABLE texts
  DROP CONSTRAINT IF EXISTS texts_direction_check,
  DROP CONSTRAINT IF EXISTS texts_state_check,
  ADD CONSTRAINT texts_direction_check CHECK (direction IN ('inbound', 'outbound')),
  ADD CONSTRAINT texts_state_check CHECK (state IN ('queued', 'sending', 'sent', 'delivered', 'failed', 'received'));

ALTER TABLE contacts
  DROP CONSTRAINT IF EXISTS contacts_timezone_source_check,
  ADD CONSTRAINT contacts_timezone_source_check CHECK (timezone_source IN ('provided', 'number'));

ALTER TABLE consents
  DROP CONSTRAINT IF EXISTS consents_purpose_check,
  DROP CONSTRAINT IF EXISTS consents_channel_check,
  DROP CONSTRAINT IF EXISTS consents_actor_type_check,
  ADD CONSTRAINT consents_purpose_check CHECK (purpose IN ('informational', 'telemarketing', 'recording')),
  ADD CONSTRAINT consents_channel_check CHECK (channel IN ('call', 'text')),
  ADD CONSTRAINT consents_actor_type_check CHECK (actor_type IN ('key', 'member', 'system', 'operator', 'staff'));

ALTER TABLE suppressions
  DROP CONSTRAINT IF EXISTS suppressions_source_check,
  ADD CONSTRAINT suppressions_source_check CHECK (source IN ('spoken_opt_out', 'keyword', 'carrier', 'list', 'request'));

ALTER TABLE imports
  DROP CONSTRAINT IF EXISTS imports_kind_check,
  DROP CONSTRAINT IF EXISTS imports_format_check,
  DROP CONSTRAINT IF EXISTS imports_status_check,
  ADD CONSTRAINT imports_kind_check CHECK (kind IN ('contacts', 'suppressions')),
  ADD CONSTRAINT imports_format_check CHECK (format IN ('csv', 'json')),
  ADD CONSTRAINT imports_status_check CHECK (status IN ('queued', 'checking', 'applying', 'completed', 'failed'));

ALTER TABLE campaigns
  DROP CONSTRAINT IF EXISTS campaigns_channel_check,
  DROP CONSTRAINT IF EXISTS campaigns_purpose_check,
  DROP CONSTRAINT IF EXISTS campaigns_status_check,
  ADD CONSTRAINT campaigns_channel_check CHECK (channel IN ('phone', 'sms')),
  ADD CONSTRAINT campaigns_purpose_check CHECK (purpose IN ('informational', 'telemarketing')),
  ADD CONSTRAINT campaigns_status_check CHECK (status IN ('draft', 'scheduled', 'running', 'paused', 'completed', 'canceled', 'failed'));

ALTER TABLE campaign_contacts
  DROP CONSTRAINT IF EXISTS campaign_contacts_status_check,
  ADD CONSTRAINT campaign_contacts_status_check CHECK (status IN ('pending', 'active', 'completed', 'held', 'blocked', 'failed', 'canceled'));

ALTER TABLE campaign_counts
  DROP CONSTRAINT IF EXISTS campaign_counts_status_check,
  ADD CONSTRAINT campaign_counts_status_check CHECK (status IN ('pending', 'active', 'completed', 'held', 'blocked', 'failed', 'canceled'));

ALTER TABLE attempts
  DROP CONSTRAINT IF EXISTS attempts_channel_check,
  DROP CONSTRAINT IF EXISTS attempts_state_check,
  DROP CONSTRAINT IF EXISTS attempts_result_check,
  ADD CONSTRAINT attempts_channel_check CHECK (channel IN ('call', 'text')),
  ADD CONSTRAINT attempts_state_check CHECK (state IN ('claimed', 'placing', 'placed', 'ended')),
  ADD CONSTRAINT attempts_result_check CHECK (result IN ('completed', 'no_answer', 'busy', 'voicemail', 'failed', 'canceled', 'blocked'));

ALTER TABLE deletions
  DROP CONSTRAINT IF EXISTS deletions_status_check,
  DROP CONSTRAINT IF EXISTS deletions_blocked_by_check,
  ADD CONSTRAINT deletions_status_check CHECK (status IN ('scheduled', 'running', 'completed', 'blocked')),
  ADD CONSTRAINT deletions_blocked_by_check CHECK (blocked_by IN ('contact_hold', 'call_hold'));

ALTER TABLE webhook_endpoints
  DROP CONSTRAINT IF EXISTS webhook_endpoints_disabled_reason_check,
  ADD CONSTRAINT webhook_endpoints_disabled_reason_check CHECK (disabled_reason IN ('failing', 'gone'));

ALTER TABLE webhook_deliveries
  DROP CONSTRAINT IF EXISTS webhook_deliveries_status_check,
  ADD CONSTRAINT webhook_deliveries_status_check CHECK (status IN ('pending', 'delivered', 'failed', 'canceled'));

ALTER TABLE exports
  DROP CONSTRAINT IF EXISTS exports_resource_check,
  DROP CONSTRAINT IF EXISTS exports_format_check,
  DROP CONSTRAINT IF EXISTS exports_status_check,
  ADD CONSTRAINT exports_resource_check CHECK (resource IN ('calls', 'contacts', 'variables', 'audit', 'contact')),
  ADD CONSTRAINT exports_format_check CHECK (format IN ('csv', 'jsonl')),
  ADD CONSTRAINT exports_status_check CHECK (status IN ('queued', 'running', 'completed', 'failed', 'expired', 'withdrawn'));

ALTER TABLE idempotency_keys
  DROP CONSTRAINT IF EXISTS idempotency_keys_state_check,
  ADD CONSTRAINT idempotency_keys_state_check CHECK (state IN ('running', 'done'));

ALTER TABLE analytics_rollups
  DROP CONSTRAINT IF EXISTS analytics_rollups_grain_check,
  ADD CONSTRAINT analytics_rollups_grain_check CHECK (grain IN ('quarter', 'day', 'agent_id', 'campaign_id', 'channel', 'total'));

-- Locks the row of a data key until the end of the transaction, as a foreign key would, so that the key is not deleted between
-- the sealing of a value and its commit. Raises foreign_key_violation if the key does not exist.
CREATE OR REPLACE FUNCTION lock_data_key(ws text, number int) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  PERFORM FROM workspace_keys WHERE workspace_id = ws AND purpose = 'data' AND version = number FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'data key % does not exist', number USING ERRCODE = 'foreign_key_violation';
  END IF;
END $$;
REVOKE ALL ON FUNCTION lock_data_key(text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_data_key(text, int) TO parley_app;

-- The version of the data key that a value is sealed with: bytes 1 and 2 (lib/platform/crypto/seal.ts). 0 is the index key,
-- which does not rotate.
CREATE OR REPLACE FUNCTION sealed_key_version(value bytea) RETURNS int LANGUAGE sql IMMUTABLE
  AS $$ SELECT get_byte(substring(value FROM 1 FOR 3), 1) * 256 + get_byte(substring(value FROM 1 FOR 3), 2) $$;

-- Locks the key of the sealed value in the column that the trigger names. Byte 0 of a sealed value is its format; other
-- values are sealed with no key.
CREATE OR REPLACE FUNCTION lock_sealing_key() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE value bytea; BEGIN
  EXECUTE format('SELECT ($1).%I', TG_ARGV[0]) USING NEW INTO value;
  IF octet_length(value) > 3 AND get_byte(substring(value FROM 1 FOR 1), 0) = 1 AND sealed_key_version(value) > 0 THEN
    PERFORM lock_data_key(NEW.workspace_id, sealed_key_version(value));
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER sealed_digest BEFORE INSERT OR UPDATE OF digest ON api_keys
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('digest');

CREATE OR REPLACE TRIGGER sealed_previous_digest BEFORE INSERT OR UPDATE OF previous_digest ON api_keys
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('previous_digest');

CREATE OR REPLACE TRIGGER sealed_secret BEFORE INSERT OR UPDATE OF secret ON integrations
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('secret');

CREATE OR REPLACE TRIGGER sealed_email BEFORE INSERT OR UPDATE OF email ON invitations
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('email');

CREATE OR REPLACE TRIGGER sealed_sealed BEFORE INSERT OR UPDATE OF sealed ON import_chunks
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('sealed');

CREATE OR REPLACE TRIGGER sealed_secret BEFORE INSERT OR UPDATE OF secret ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('secret');

CREATE OR REPLACE TRIGGER sealed_previous_secret BEFORE INSERT OR UPDATE OF previous_secret ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION lock_sealing_key('previous_secret');

-- One statement inserts thousands of subjects' keys: each version is locked once.
CREATE OR REPLACE FUNCTION lock_subject_sealing_keys() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE one record; BEGIN
  FOR one IN SELECT DISTINCT workspace_id, key_version FROM new_rows LOOP
    PERFORM lock_data_key(one.workspace_id, one.key_version);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sealed_wrapped AFTER INSERT ON subject_keys REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION lock_subject_sealing_keys();

-- The index key is never deleted. A data key is deleted only if a later one is active and no subject's key is wrapped by it. All
-- keys are deleted with their workspace, before its other data.
CREATE OR REPLACE FUNCTION protect_workspace_key() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF is_workspace_deletion_due(OLD.workspace_id) THEN RETURN OLD; END IF;
  IF OLD.purpose <> 'data' THEN
    RAISE EXCEPTION 'the index key of a workspace cannot be deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM workspace_keys k WHERE k.workspace_id = OLD.workspace_id AND k.purpose = 'data'
      AND k.version > OLD.version AND k.active_from < now())
    OR EXISTS (SELECT FROM subject_keys s WHERE s.workspace_id = OLD.workspace_id AND s.key_version = OLD.version) THEN
    RAISE EXCEPTION 'a data key in use cannot be deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER protect_workspace_key BEFORE DELETE ON workspace_keys FOR EACH ROW EXECUTE FUNCTION protect_workspace_key();

-- A workspace has one unfinished rotation at a time.
DROP INDEX IF EXISTS key_rotations_one_unfinished;
CREATE UNIQUE INDEX key_rotations_one_unfinished ON key_rotations (workspace_id) WHERE completed_at IS NULL;

-- A number has one unfinished deletion at a time.
DROP INDEX IF EXISTS deletions_one_unfinished;
CREATE UNIQUE INDEX deletions_one_unfinished ON deletions (workspace_id, environment, contact_hash) WHERE completed_at IS NULL;

-- A completed deletion is not changed, as its receipt was given to others.
CREATE OR REPLACE FUNCTION protect_completed_deletion() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF OLD.completed_at IS NOT NULL THEN
    RAISE EXCEPTION 'a completed deletion is not changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER protect_completed_deletion BEFORE UPDATE ON deletions FOR EACH ROW EXECUTE FUNCTION protect_completed_deletion();

-- Open event streams. Unlogged: their processes renew the rows every few seconds, so that a crash may lose them.
ALTER TABLE event_streams SET UNLOGGED;

-- Takes a slot for a stream. Returns null, or the limit that is reached: 'holder' or 'workspace'. An advisory lock orders the
-- requests of one workspace over all processes, so that two do not take the last slot.
CREATE OR REPLACE FUNCTION take_stream_slot(stream text, ws text, who text, holder_limit int, workspace_limit int, lease_ms int)
  RETURNS text LANGUAGE plpgsql AS $$
DECLARE in_workspace int; by_holder int;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('event_streams ' || ws, 0));
  DELETE FROM event_streams e WHERE e.workspace = ws AND e.expires_at <= clock_timestamp();
  SELECT count(*), count(*) FILTER (WHERE e.holder = who) INTO in_workspace, by_holder
    FROM event_streams e WHERE e.workspace = ws;
  IF by_holder >= holder_limit THEN RETURN 'holder'; END IF;
  IF in_workspace >= workspace_limit THEN RETURN 'workspace'; END IF;
  INSERT INTO event_streams VALUES (stream, ws, who, clock_timestamp() + lease_ms * interval '1 millisecond');
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION take_stream_slot(text, text, text, int, int, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_stream_slot(text, text, text, int, int, int) TO parley_app;

-- After an erasure: every file of the environments that it covers, as only reading a file would tell whether it names the contact.
CREATE OR REPLACE FUNCTION withdraw_exports_after_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one record;
  at timestamptz := COALESCE(NEW.completed_at, NEW.started_at, NEW.requested_at);
BEGIN
  FOR one IN UPDATE exports SET status = 'withdrawn', expires_at = at
    WHERE workspace_id = NEW.workspace_id AND resource <> 'audit' AND status IN ('queued', 'running', 'completed')
      AND (NEW.environment = 'live' OR environment = NEW.environment)
    RETURNING id
  LOOP
    DELETE FROM subject_keys WHERE workspace_id = NEW.workspace_id AND subject_id = one.id;
    PERFORM enqueue_job('export.remove', json_build_object('workspaceId', NEW.workspace_id, 'exportId', one.id), 'export.remove:' || one.id, at, 16);
  END LOOP;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION withdraw_exports_after_erasure() FROM PUBLIC;

CREATE OR REPLACE TRIGGER withdraw_exports_after_erasure AFTER UPDATE ON deletions FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status IN ('running', 'completed')) EXECUTE FUNCTION withdraw_exports_after_erasure();

-- After a variable is marked as sensitive: every file that contains variables.
CREATE OR REPLACE FUNCTION withdraw_exports_after_marking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  FOR one IN UPDATE exports SET status = 'withdrawn', expires_at = NEW.updated_at
    WHERE workspace_id = NEW.workspace_id AND resource IN ('calls', 'variables', 'contact') AND status IN ('queued', 'running', 'completed')
    RETURNING id
  LOOP
    DELETE FROM subject_keys WHERE workspace_id = NEW.workspace_id AND subject_id = one.id;
    PERFORM enqueue_job('export.remove', json_build_object('workspaceId', NEW.workspace_id, 'exportId', one.id), 'export.remove:' || one.id, NEW.updated_at, 16);
  END LOOP;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION withdraw_exports_after_marking() FROM PUBLIC;

CREATE OR REPLACE TRIGGER withdraw_exports_after_marking AFTER UPDATE OF sensitive_marks ON agents FOR EACH ROW
  WHEN (OLD.sensitive_marks IS DISTINCT FROM NEW.sensitive_marks) EXECUTE FUNCTION withdraw_exports_after_marking();

CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION '% rows are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER frozen BEFORE UPDATE ON agent_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- An erasure replaces the key of a consent's sealed columns, and nothing else.
CREATE OR REPLACE TRIGGER frozen BEFORE UPDATE ON consents FOR EACH ROW
  WHEN (to_jsonb(OLD.*) - 'wording' - 'evidence' IS DISTINCT FROM to_jsonb(NEW.*) - 'wording' - 'evidence')
  EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER append_only_all BEFORE TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Adds a job. A waiting job with the same key is replaced.
CREATE OR REPLACE FUNCTION enqueue_job(task text, payload json, job_key text, run_at timestamptz, max_attempts int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  PERFORM graphile_worker.add_job(task, payload, run_at => run_at, max_attempts => max_attempts, job_key => job_key, job_key_mode => 'replace');
END $$;
REVOKE ALL ON FUNCTION enqueue_job(text, json, text, timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job(text, json, text, timestamptz, int) TO parley_app;

-- Adds a job unless one with its key is waiting to start. Call it after the commit of the data that the job reads: a waiting job
-- then reads it too, and concurrent callers do not wait for each other.
CREATE OR REPLACE FUNCTION enqueue_unless_waiting(task text, payload json, job_key text, run_at timestamptz, max_attempts int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  PERFORM enqueue_job(task, payload, job_key, run_at, max_attempts) WHERE NOT EXISTS (
    SELECT FROM graphile_worker._private_jobs j WHERE j.key = job_key AND j.is_available AND j.run_at <= now());
END $$;
REVOKE ALL ON FUNCTION enqueue_unless_waiting(text, json, text, timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_unless_waiting(text, json, text, timestamptz, int) TO parley_app;

-- Adds many jobs of one kind with one call.
CREATE OR REPLACE FUNCTION enqueue_jobs(task text, payloads json[], job_keys text[], run_ats timestamptz[], max_attempts int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  PERFORM graphile_worker.add_jobs(array(
    SELECT (task, payload, null, run_at, max_attempts, job_key, null, null)::graphile_worker.job_spec
    FROM unnest(payloads, job_keys, run_ats) AS given(payload, job_key, run_at)
  )) WHERE cardinality(job_keys) > 0;
END $$;
REVOKE ALL ON FUNCTION enqueue_jobs(text, json[], text[], timestamptz[], int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_jobs(text, json[], text[], timestamptz[], int) TO parley_app;

-- Deletes up to `most` jobs that failed for good before the given time; returns their number. Failed jobs stay visible for as
-- long as the operational log.
CREATE OR REPLACE FUNCTION delete_failed_jobs(before timestamptz, most int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE gone int; BEGIN
  DELETE FROM graphile_worker._private_jobs WHERE id IN (
    SELECT id FROM graphile_worker._private_jobs
    WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < before ORDER BY id LIMIT most FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
REVOKE ALL ON FUNCTION delete_failed_jobs(timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_failed_jobs(timestamptz, int) TO parley_app;

-- Counts jobs by task: those of the current workspace, or all of them if there is none. `due`: their time has come and no worker
-- has started them. `failed`: no attempt is left.
CREATE OR REPLACE FUNCTION job_counts() RETURNS TABLE (task text, due int, running int, later int, failed int, oldest timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
DECLARE ws text := COALESCE(current_setting('app.workspace_id', true), ''); BEGIN
  RETURN QUERY SELECT t.identifier,
      (count(*) FILTER (WHERE j.locked_at IS NULL AND j.attempts < j.max_attempts AND j.run_at <= now()))::int,
      (count(*) FILTER (WHERE j.locked_at IS NOT NULL))::int,
      (count(*) FILTER (WHERE j.locked_at IS NULL AND j.attempts < j.max_attempts AND j.run_at > now()))::int,
      (count(*) FILTER (WHERE j.locked_at IS NULL AND j.attempts >= j.max_attempts))::int,
      min(j.run_at) FILTER (WHERE j.locked_at IS NULL AND j.attempts < j.max_attempts AND j.run_at <= now())
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE ws = '' OR j.payload->>'workspaceId' = ws
    GROUP BY 1 ORDER BY 1;
END $$;
REVOKE ALL ON FUNCTION job_counts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION job_counts() TO parley_app;

-- A foreign key deletes the entry with its API key.
CREATE OR REPLACE FUNCTION copy_key_id() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  INSERT INTO key_ids (token_id, workspace_id) VALUES (NEW.token_id, NEW.workspace_id);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION copy_key_id() FROM PUBLIC;

CREATE OR REPLACE TRIGGER copy_key_id AFTER INSERT ON api_keys FOR EACH ROW EXECUTE FUNCTION copy_key_id();

-- An address has one open invitation to a workspace at a time.
DROP INDEX IF EXISTS invitations_one_open;
CREATE UNIQUE INDEX invitations_one_open ON invitations (workspace_id, email_hash) WHERE accepted_at IS NULL AND revoked_at IS NULL;

-- The workspace of an invitation's token; null for other tokens.
CREATE OR REPLACE FUNCTION workspace_of_invitation(hash bytea) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS 'SELECT workspace_id FROM invitations WHERE token_hash = hash';
REVOKE ALL ON FUNCTION workspace_of_invitation(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION workspace_of_invitation(bytea) TO parley_app;

-- Raises PL002 if a workspace is left without an owner. The lock makes concurrent changes of owners wait: if two owners demote
-- each other at once, the second is refused. The members of a workspace that is being deleted are removed all the same.
CREATE OR REPLACE FUNCTION require_an_owner() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$ BEGIN
  PERFORM FROM workspaces WHERE id = OLD.workspace_id FOR NO KEY UPDATE;
  IF FOUND AND NOT is_workspace_deletion_due(OLD.workspace_id)
    AND NOT EXISTS (SELECT FROM members WHERE workspace_id = OLD.workspace_id AND role = 'owner') THEN
    RAISE EXCEPTION 'a workspace must have an owner' USING ERRCODE = 'PL002';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION require_an_owner() FROM PUBLIC;

CREATE OR REPLACE TRIGGER require_an_owner AFTER UPDATE OF role OR DELETE ON members FOR EACH ROW
  WHEN (OLD.role = 'owner') EXECUTE FUNCTION require_an_owner();

-- Most notices are read: the dashboard counts the others.
DROP INDEX IF EXISTS notices_unread;
CREATE INDEX notices_unread ON notices (workspace_id, user_id) WHERE read_at IS NULL;

-- Unlogged: a crash empties the windows. 600 times of 8 bytes would be moved out of the row without plain storage.
ALTER TABLE rate_limits SET UNLOGGED;
ALTER TABLE rate_limits SET (fillfactor = 40);
ALTER TABLE rate_limits ALTER hits SET NOT NULL;
ALTER TABLE rate_limits ALTER hits SET STORAGE plain;

-- Decides for several keys in one round trip. The keys must be sorted, as rows are locked in their order. The time is the
-- database's and never runs backwards within a key, so that several processes agree.
CREATE OR REPLACE FUNCTION take_rate_limit(ks text[], requested int[], limits int[], window_ms bigint)
  RETURNS TABLE (admitted int, used int, oldest bigint, at_ms bigint) LANGUAGE plpgsql AS $$
DECLARE h bigint[]; t bigint; gone int; a int; i int;
BEGIN
  FOR i IN 1..cardinality(ks) LOOP
    SELECT r.hits INTO h FROM rate_limits r WHERE r.key = ks[i] FOR NO KEY UPDATE;
    IF NOT FOUND THEN
      -- Locks the row, new or inserted meanwhile by another process, so that a sweep does not delete it.
      INSERT INTO rate_limits AS r (key) VALUES (ks[i]) ON CONFLICT (key) DO UPDATE SET hits = r.hits RETURNING r.hits INTO h;
    END IF;
    t := greatest((extract(epoch FROM clock_timestamp()) * 1000)::bigint, h[cardinality(h)]);
    gone := width_bucket(t - window_ms, h); -- binary search: how many have left the window
    a := greatest(0, least(requested[i], limits[i] - (cardinality(h) - gone)));
    IF a > 0 THEN
      h := h[gone + 1:] || array_fill(t, ARRAY[a]);
      UPDATE rate_limits r SET hits = h WHERE r.key = ks[i];
      gone := 0;
    END IF;
    admitted := a; used := cardinality(h) - gone; oldest := h[gone + 1]; at_ms := t;
    RETURN NEXT;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION take_rate_limit(text[], int[], int[], bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_rate_limit(text[], int[], int[], bigint) TO parley_app;

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

-- One row for the installation. `owner` is also written into the storage.
INSERT INTO storage_sweeps (owner) SELECT replace(gen_random_uuid()::text, '-', '') WHERE NOT EXISTS (SELECT FROM storage_sweeps);

-- The files to check next: those with the oldest check.
DROP INDEX IF EXISTS recordings_to_check;
CREATE INDEX recordings_to_check ON recordings (workspace_id, checked_at NULLS FIRST) WHERE state = 'ready';

DROP INDEX IF EXISTS exports_to_check;
CREATE INDEX exports_to_check ON exports (workspace_id, checked_at NULLS FIRST) WHERE status = 'completed';

-- Which of the given folders belong to a row of any workspace. A folder's name does not tell its workspace, so that no tenant can
-- ask; the names are 128 random bits, and the function returns only names that it was given.
CREATE OR REPLACE FUNCTION objects_in_use(objects text[]) RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT o FROM unnest(objects) o
  WHERE EXISTS (SELECT FROM recordings WHERE object = o) OR EXISTS (SELECT FROM exports WHERE object = o)
$$;
REVOKE ALL ON FUNCTION objects_in_use(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION objects_in_use(text[]) TO parley_app;

-- Texts whose body is still stored, for the sweeps: a sent or settled text has none.
DROP INDEX IF EXISTS texts_unfinished;
CREATE INDEX texts_unfinished ON texts (workspace_id, created_at) WHERE body IS NOT NULL;

-- The pending deliveries of an endpoint, among weeks of completed ones.
DROP INDEX IF EXISTS webhook_deliveries_due;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (workspace_id, endpoint_id, next_attempt_at) WHERE status = 'pending';

-- A new id, in the format of `newId` of lib/platform/ids.ts: ten characters of the time in milliseconds, sixteen of random bytes.
CREATE OR REPLACE FUNCTION new_id(prefix text, at timestamptz) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  alphabet CONSTANT text := '0123456789abcdefghjkmnpqrstvwxyz';
  ms bigint := floor(extract(epoch FROM at) * 1000);
  random bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  made text := '';
BEGIN
  FOR i IN 1..10 LOOP
    made := substr(alphabet, (ms % 32)::int + 1, 1) || made;
    ms := ms / 32;
  END LOOP;
  -- Bytes 9 to 24: of two version 4 UUIDs, these contain no version, and a variant only in byte 24.
  FOR i IN 9..24 LOOP
    made := made || substr(alphabet, (get_byte(random, i) & 31) + 1, 1);
  END LOOP;
  RETURN prefix || '_' || made;
END $$;
REVOKE ALL ON FUNCTION new_id(text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION new_id(text, timestamptz) TO parley_app;

-- Writes an event, a delivery for each enabled endpoint that wants it, and the job that sends them. Does nothing if no endpoint of
-- the environment wants the kind. A disabled endpoint gets no delivery; the event can be replayed for it. The job's key contains
-- the event's id, so that transactions that cause events do not wait for each other.
CREATE OR REPLACE FUNCTION emit_webhook_event(ws text, env text, kind text, subject text, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE event text;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.workspace_id = ws AND e.environment = env AND e.events && ARRAY[kind, '*']) THEN
    RETURN;
  END IF;
  event := new_id('evt', at);
  INSERT INTO webhook_events (id, workspace_id, environment, type, target, created_at) VALUES (event, ws, env, kind, subject, at);
  INSERT INTO webhook_deliveries (id, workspace_id, endpoint_id, event_id, type, next_attempt_at, created_at)
    SELECT new_id('dlv', at), ws, e.id, event, kind, at, at FROM webhook_endpoints e
    WHERE e.workspace_id = ws AND e.environment = env AND e.enabled AND e.events && ARRAY[kind, '*'];
  IF FOUND THEN
    PERFORM enqueue_job('webhook.event', json_build_object('workspaceId', ws, 'eventId', event), 'webhook:' || event, at, 16);
  END IF;
END $$;
REVOKE ALL ON FUNCTION emit_webhook_event(text, text, text, text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION emit_webhook_event(text, text, text, text, timestamptz) TO parley_app;

CREATE OR REPLACE FUNCTION emit_call_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE was calls; BEGIN
  IF TG_OP = 'UPDATE' THEN was := OLD; END IF;
  IF NEW.status = 'in_progress' AND was.status IS DISTINCT FROM 'in_progress' THEN
    PERFORM emit_webhook_event(NEW.workspace_id, NEW.environment, 'call.started', NEW.id, COALESCE(NEW.answered_at, NEW.started_at, NEW.created_at));
  END IF;
  IF NEW.status = 'blocked' AND was.status IS DISTINCT FROM 'blocked' THEN
    PERFORM emit_webhook_event(NEW.workspace_id, NEW.environment, 'call.blocked', NEW.id, COALESCE(NEW.ended_at, NEW.created_at));
  ELSIF NEW.status <> 'blocked' AND NEW.ended_at IS NOT NULL AND was.ended_at IS NULL THEN
    PERFORM emit_webhook_event(NEW.workspace_id, NEW.environment, 'call.ended', NEW.id, NEW.ended_at);
  END IF;
  IF NEW.recording->>'state' = 'suppressed' AND was.recording->>'state' IS DISTINCT FROM 'suppressed' THEN
    PERFORM emit_webhook_event(NEW.workspace_id, NEW.environment, 'recording.suppressed', NEW.id, COALESCE(NEW.ended_at, clock_timestamp()));
  END IF;
  -- A blocked call has nothing to settle.
  IF NEW.status <> 'blocked' AND NEW.settled_at IS NOT NULL AND was.settled_at IS NULL THEN
    PERFORM emit_webhook_event(NEW.workspace_id, NEW.environment, 'call.settled', NEW.id, NEW.settled_at);
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION emit_call_events() FROM PUBLIC;

-- Queued calls cause no event: the function does not run for them.
CREATE OR REPLACE TRIGGER emit_call_events_insert AFTER INSERT ON calls FOR EACH ROW
  WHEN (NEW.status IN ('in_progress', 'blocked') OR NEW.ended_at IS NOT NULL) EXECUTE FUNCTION emit_call_events();

CREATE OR REPLACE TRIGGER emit_call_events_update AFTER UPDATE ON calls FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.ended_at IS DISTINCT FROM NEW.ended_at
    OR OLD.settled_at IS DISTINCT FROM NEW.settled_at OR OLD.recording IS DISTINCT FROM NEW.recording)
  EXECUTE FUNCTION emit_call_events();

CREATE OR REPLACE FUNCTION emit_recording_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM emit_webhook_event(c.workspace_id, c.environment, 'recording.ready', c.id, COALESCE(c.settled_at, NEW.created_at))
    FROM calls c WHERE c.workspace_id = NEW.workspace_id AND c.id = NEW.call_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION emit_recording_events() FROM PUBLIC;

CREATE OR REPLACE TRIGGER emit_recording_events AFTER UPDATE ON recordings FOR EACH ROW
  WHEN (NEW.state = 'ready' AND OLD.state <> 'ready') EXECUTE FUNCTION emit_recording_events();

CREATE OR REPLACE FUNCTION emit_campaign_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.launched_at IS NOT NULL AND OLD.launched_at IS NULL THEN
    PERFORM emit_webhook_event(NEW.workspace_id, NEW.environment, 'campaign.launched', NEW.id, NEW.updated_at);
  END IF;
  IF NEW.status IS DISTINCT FROM OLD.status AND NEW.status IN ('paused', 'completed', 'failed') THEN
    PERFORM emit_webhook_event(NEW.workspace_id, NEW.environment, 'campaign.' || NEW.status, NEW.id, NEW.updated_at);
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION emit_campaign_events() FROM PUBLIC;

CREATE OR REPLACE TRIGGER emit_campaign_events AFTER UPDATE ON campaigns FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.launched_at IS DISTINCT FROM NEW.launched_at)
  EXECUTE FUNCTION emit_campaign_events();

-- An agent belongs to both environments, and so do its events.
CREATE OR REPLACE FUNCTION emit_agent_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM emit_webhook_event(NEW.workspace_id, env, 'agent.created', NEW.id, NEW.created_at) FROM unnest(ARRAY['live', 'test']) AS env
    WHERE TG_OP = 'INSERT';
  PERFORM emit_webhook_event(NEW.workspace_id, env, 'agent.deployed', NEW.id, COALESCE(NEW.deployed_at, NEW.updated_at))
    FROM unnest(ARRAY['live', 'test']) AS env WHERE TG_OP = 'UPDATE';
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION emit_agent_events() FROM PUBLIC;

CREATE OR REPLACE TRIGGER emit_agent_events_insert AFTER INSERT ON agents FOR EACH ROW EXECUTE FUNCTION emit_agent_events();

CREATE OR REPLACE TRIGGER emit_agent_events_update AFTER UPDATE ON agents FOR EACH ROW
  WHEN (NEW.live_version IS NOT NULL AND (OLD.live_version IS DISTINCT FROM NEW.live_version OR OLD.deployed_at IS DISTINCT FROM NEW.deployed_at))
  EXECUTE FUNCTION emit_agent_events();

-- An import inserts thousands of consents with one statement: each contact has one event.
CREATE OR REPLACE FUNCTION emit_consent_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM emit_webhook_event(workspace_id, environment, 'consent.changed', contact_id, max(created_at))
    FROM new_rows n WHERE EXISTS (SELECT FROM webhook_endpoints e WHERE e.workspace_id = n.workspace_id
      AND e.environment = n.environment AND e.events && ARRAY['consent.changed', '*'])
    GROUP BY workspace_id, environment, contact_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION emit_consent_events() FROM PUBLIC;

CREATE OR REPLACE TRIGGER emit_consent_events AFTER INSERT ON consents REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION emit_consent_events();

-- For opt-outs by the contact, spoken or texted. A list or a request by others is not the contact's own act.
CREATE OR REPLACE FUNCTION emit_opt_out_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM emit_webhook_event(c.workspace_id, c.environment, 'contact.opted_out', c.id, NEW.created_at) FROM contacts c
    WHERE c.workspace_id = NEW.workspace_id AND c.environment = NEW.environment AND c.number_hash = NEW.contact_hash;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION emit_opt_out_events() FROM PUBLIC;

CREATE OR REPLACE TRIGGER emit_opt_out_events AFTER INSERT ON suppressions FOR EACH ROW
  WHEN (NEW.source IN ('spoken_opt_out', 'keyword')) EXECUTE FUNCTION emit_opt_out_events();

CREATE OR REPLACE FUNCTION emit_deletion_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM emit_webhook_event(NEW.workspace_id, NEW.environment, 'contact.data_deleted', NEW.id, NEW.completed_at);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION emit_deletion_events() FROM PUBLIC;

CREATE OR REPLACE TRIGGER emit_deletion_events AFTER UPDATE ON deletions FOR EACH ROW
  WHEN (NEW.completed_at IS NOT NULL AND OLD.completed_at IS NULL) EXECUTE FUNCTION emit_deletion_events();

-- Deletes the waiting webhook jobs of a workspace, among the first thousand of the queue. The caller then sends everything that is
-- due, in the same transaction. Locked jobs are left, as another worker has started them.
CREATE OR REPLACE FUNCTION take_webhook_jobs(ws text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN
  WITH waiting AS (
    SELECT j.id, j.payload FROM graphile_worker._private_jobs j
    WHERE j.is_available AND j.run_at <= now()
      AND j.task_id = (SELECT t.id FROM graphile_worker._private_tasks t WHERE t.identifier = 'webhook.event')
    ORDER BY j.priority, j.run_at LIMIT 1000
  ), free AS (
    SELECT j.id FROM graphile_worker._private_jobs j
    WHERE j.id = ANY (ARRAY(SELECT w.id FROM waiting w WHERE w.payload->>'workspaceId' = ws)) AND j.is_available
    FOR UPDATE SKIP LOCKED
  )
  DELETE FROM graphile_worker._private_jobs j USING free WHERE j.id = free.id;
END $$;
REVOKE ALL ON FUNCTION take_webhook_jobs(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_webhook_jobs(text) TO parley_app;

-- Whether the grace period has ended, by the database's clock.
CREATE OR REPLACE FUNCTION is_workspace_deletion_due(ws text) RETURNS boolean LANGUAGE sql STABLE SET search_path = public
  AS 'SELECT EXISTS (SELECT FROM workspaces WHERE id = ws AND delete_after <= now())';
REVOKE ALL ON FUNCTION is_workspace_deletion_due(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_workspace_deletion_due(text) TO parley_app;

-- Deletes up to `most` rows of the current workspace, whose grace period must have ended; returns their number.
--   keys: its keys, sessions and waiting jobs;
--   rows: the rows of its tables, children before parents, the figures after the calls that they count, the audit log last;
--   last: the workspace, the head of its audit chain, its members, and the accounts without another workspace.
CREATE OR REPLACE FUNCTION destroy_workspace(ws text, part text, most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  one text;
  gone int := 0;
  done int := 0;
  alone text[] := '{}';
BEGIN
  IF ws IS DISTINCT FROM current_setting('app.workspace_id', true) THEN
    RAISE EXCEPTION 'only the current workspace can be destroyed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM workspaces WHERE id = ws AND delete_after <= now() FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the grace period of the workspace has not ended' USING ERRCODE = 'restrict_violation';
  END IF;
  DELETE FROM graphile_worker._private_jobs WHERE payload->>'workspaceId' = ws AND locked_at IS NULL;

  IF part = 'keys' THEN
    DELETE FROM workspace_keys WHERE workspace_id = ws;
    DELETE FROM customer_keys WHERE workspace_id = ws;
    DELETE FROM key_imports WHERE workspace_id = ws;
    DELETE FROM sessions WHERE workspace_id = ws;
    DELETE FROM subject_keys WHERE ctid = ANY (ARRAY(SELECT ctid FROM subject_keys WHERE workspace_id = ws LIMIT most));
    GET DIAGNOSTICS done = ROW_COUNT;
    RETURN done;
  END IF;

  IF EXISTS (SELECT FROM workspace_keys WHERE workspace_id = ws) THEN
    RAISE EXCEPTION 'the keys of a workspace are destroyed first' USING ERRCODE = 'restrict_violation';
  END IF;
  FOR one IN
    WITH RECURSIVE tenant AS (
      SELECT c.oid, c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    ), depth AS (
      SELECT oid, 0 AS level FROM tenant
      UNION
      SELECT k.conrelid, d.level + 1 FROM depth d JOIN pg_constraint k ON k.contype = 'f' AND k.confrelid = d.oid AND k.conrelid <> d.oid
    )
    SELECT t.relname FROM tenant t JOIN depth d USING (oid) WHERE t.relname NOT IN ('members', 'audit_heads')
    GROUP BY t.relname
    ORDER BY t.relname = 'audit_events', t.relname LIKE 'analytics%', max(d.level) DESC, t.relname
  LOOP
    EXECUTE format('DELETE FROM %1$I WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$I WHERE workspace_id = $1 LIMIT $2))', one)
      USING ws, most - done;
    GET DIAGNOSTICS gone = ROW_COUNT;
    done := done + gone;
    EXIT WHEN done >= most;
  END LOOP;
  IF part <> 'last' OR done > 0 THEN RETURN done; END IF;

  FOR one IN SELECT user_id FROM members WHERE workspace_id = ws LOOP
    -- Row-level security shows the memberships of one person at a time.
    PERFORM set_config('app.user_id', one, true);
    IF NOT EXISTS (SELECT FROM members WHERE user_id = one AND workspace_id <> ws) THEN alone := alone || one; END IF;
  END LOOP;
  PERFORM set_config('app.user_id', '', true);
  DELETE FROM audit_heads WHERE workspace_id = ws;
  DELETE FROM members WHERE workspace_id = ws;
  DELETE FROM workspaces WHERE id = ws;
  DELETE FROM sessions WHERE user_id = ANY (alone);
  DELETE FROM second_factors WHERE user_id = ANY (alone);
  DELETE FROM recovery_codes WHERE user_id = ANY (alone);
  DELETE FROM password_resets WHERE user_id = ANY (alone);
  DELETE FROM users WHERE id = ANY (alone);
  RETURN 0;
END $$;
REVOKE ALL ON FUNCTION destroy_workspace(text, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION destroy_workspace(text, text, int) TO parley_app;

COMMENT ON TABLE users IS 'A person with an account. Their memberships give access to workspaces.';

COMMENT ON TABLE sessions IS 'A browser session of a person in a workspace. No keys: the table may be partitioned.';

COMMENT ON TABLE key_ids IS 'The workspace of an API key''s public part. A trigger copies it from api_keys; the application can only read it.';

COMMENT ON TABLE rate_limits IS 'Times of the accepted requests in one rolling window, ascending. Unlogged: a crash of the database empties the windows.';

COMMENT ON TABLE event_streams IS 'Open event streams of every process. A row that is no longer renewed belongs to a process that has exited.';

COMMENT ON TABLE worker_heartbeats IS 'Heartbeats of workers. The jobs of a worker without heartbeats return to the queue.';

COMMENT ON TABLE storage_sweeps IS 'Progress of the search for stored files without a row: one row per installation.';

COMMENT ON TABLE workspaces IS 'A tenant: everything else belongs to one.';

COMMENT ON TABLE members IS 'The membership of a person in a workspace, with a role.';

COMMENT ON TABLE api_keys IS 'A key of the `/v1` API. Its secret is stored only as a sealed digest.';

COMMENT ON TABLE workspace_keys IS 'Keys of a workspace, wrapped by the root key. `data` has versions and rotates; `index` (keyed hashes) never rotates.';

COMMENT ON TABLE subject_keys IS 'The key of one subject (a contact, or a call without one), wrapped by the workspace''s data key. Its backups are separate and expire earlier than other backups. An erasure destroys it. No key for workspace_id: triggers order the deletion. No key for subject_id: a contact, a call or an export.';

COMMENT ON TABLE audit_events IS 'The audit log. No keys: the table may be partitioned.';

COMMENT ON TABLE audit_heads IS 'The last event of each audit chain. No keys: part of the audit log.';

COMMENT ON TABLE agents IS 'An agent: its draft, and the number of its deployed version.';

COMMENT ON TABLE agent_versions IS 'Immutable (trigger).';

COMMENT ON TABLE tools IS 'An HTTP request that agents can make during a conversation.';

COMMENT ON TABLE integrations IS 'A customer''s credential, bound to hosts and to an environment. Disconnecting deletes the row.';

COMMENT ON TABLE calls IS 'A conversation by phone, browser or text. Personal data is sealed under the key of its subject.';

COMMENT ON TABLE call_turns IS 'A turn of a call in progress. Settling the call writes the transcript as one document and deletes these rows. No keys: the table may be partitioned.';

COMMENT ON TABLE call_sessions IS 'The state of a call in progress. Only the lease owner acts on it; an expired lease can be taken over. No keys: the table may be partitioned.';

COMMENT ON TABLE recordings IS 'The recording of a call. The audio is stored as sealed chunks in lib/platform/storage, under a random name. No keys: a recording outlives its call until its files are removed.';

COMMENT ON TABLE callbacks IS 'A callback that a caller requested; the dialer places it.';

COMMENT ON TABLE contacts IS 'A person to call or text. Personal data is sealed under the contact''s key (subject = id). No key for workspace_id: an import would lock the workspace once per row.';

COMMENT ON TABLE consents IS 'The consent ledger: consents granted and revoked. Rows are immutable (trigger) and are deleted with their contact.';

COMMENT ON TABLE suppressions IS 'Suppressed contacts, one row per source. The number is a keyed hash, so that the row outlives the contact. No key for workspace_id: an import would lock the workspace once per row.';

COMMENT ON TABLE imports IS 'An imported file of contacts or of a do-not-call list. An import applies the whole file or nothing.';

COMMENT ON TABLE import_chunks IS 'The sealed bytes of a file until its import is complete. No key for import_id: chunks are stored while the file is received, before the import exists.';

COMMENT ON TABLE campaigns IS 'Outreach of an agent to a list of contacts.';

COMMENT ON TABLE campaign_contacts IS 'A contact of a campaign, and the progress of its attempts.';

COMMENT ON TABLE campaign_counts IS 'Contacts of a campaign by status. A trigger maintains the counts, so that reading progress does not depend on the size.';

COMMENT ON TABLE attempts IS 'One attempt to reach a contact, for a campaign or not. Its key identifies the attempt, so that none is made twice. The rows in `claimed`, `placing` and `placed` are the slots in use. No keys: an attempt outlives its call and contact, as it counts for the frequency cap.';

COMMENT ON TABLE phone_numbers IS 'A telephone number of the workspace, and the agent that answers it.';

COMMENT ON TABLE texts IS 'An inbound or outbound text message. An outbound text is stored before it is sent, and sent once. No keys: a text outlives its call and contact.';

COMMENT ON TABLE deferred_texts IS 'An inbound text received while the workspace is locked. It is processed after unlocking, or dropped after a day.';

COMMENT ON TABLE idempotency_keys IS 'The result of a request with an Idempotency-Key: a reference and a status, never a body. No keys: each request writes a row, which expires.';

COMMENT ON TABLE sso_connections IS 'A workspace''s identity provider. jackson keeps its own copy of the connection in its own schema.';

COMMENT ON TABLE sso_domains IS 'An e-mail domain that a workspace claims. Only the operator can confirm it.';

COMMENT ON TABLE sso_requests IS 'A sign-in or test that Parley started, with its result.';

COMMENT ON TABLE sso_assertions IS 'Used assertions, until they expire. No keys: an assertion outlives its connection, as it must not be used again.';

COMMENT ON TABLE invitations IS 'An invitation to join. The link''s token is derived from the id and `issue` with the root key; its SHA-256 is stored.';

COMMENT ON TABLE second_factors IS 'A person''s TOTP secret, sealed with the root key. `last_step` is the latest time step that was used.';

COMMENT ON TABLE recovery_codes IS 'Keyed hashes of recovery codes for a lost second factor; each works once.';

COMMENT ON TABLE password_resets IS 'A link to set a new password, valid once. `user_id` is null if the requested address has no account.';

COMMENT ON TABLE key_rotations IS 'Progress of a workspace''s change to a new data key. One rotation runs at a time (partial unique index).';

COMMENT ON TABLE customer_keys IS 'A customer''s key material while imported; after withdrawal only its check value.';

COMMENT ON TABLE key_imports IS 'A one-time RSA key with which a customer wraps their key material.';

COMMENT ON TABLE staff IS 'An account of the operator''s staff. It is not a member of any workspace.';

COMMENT ON TABLE staff_sessions IS 'A browser session of a staff member. No keys: the table may be partitioned.';

COMMENT ON TABLE staff_tickets IS 'A request for access to a workspace, and the owner''s decision.';

COMMENT ON TABLE deletions IS 'A request to erase the data of one number, and its result. A copy of its receipt is stored outside the database.';

COMMENT ON TABLE webhook_endpoints IS 'A URL that receives a workspace''s events. Events and deliveries store IDs; the payload is rendered when it is sent.';

COMMENT ON TABLE webhook_events IS 'An event, written by a trigger in the transaction of the change. Retained for 30 days. No keys: the table may be partitioned, and `target` names objects of several kinds.';

COMMENT ON TABLE webhook_deliveries IS 'The delivery of one event to one endpoint. No keys: the table may be partitioned.';

COMMENT ON TABLE exports IS 'A requested file of records. Its sealed parts are in lib/platform/storage.';

COMMENT ON TABLE notices IS 'A notice to one member of a workspace. It stores IDs only and is retained for 30 days.';

COMMENT ON TABLE analytics_changes IS 'Changes to the figures by a change of a call, written by triggers in its transaction. A job adds them to the roll-ups and deletes them; until then a reader adds them. The four arrays are parallel. No keys: figures outlive the calls that they count.';

COMMENT ON TABLE analytics_rollups IS 'Figures of calls by creation time. `quarter` is a quarter hour, in any time zone. The other grains are days in the zone of `analytics_state`: `day` by agent, campaign and channel, `total` by none of them, and the other grains by one of them. Dimensions that a grain does not distinguish are empty. No keys: figures outlive the calls that they count.';

COMMENT ON TABLE analytics_state IS 'The time zone of a workspace''s daily figures; empty while they are rebuilt. A transaction that changes roll-ups locks this row. Without `checked_at`, calls from before the first fold are not completely counted.';
