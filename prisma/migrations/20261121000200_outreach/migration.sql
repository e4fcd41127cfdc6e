-- AlterTable
ALTER TABLE "suppressions" DROP CONSTRAINT "suppressions_pkey",
ADD COLUMN     "actor_id" TEXT,
ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "list" TEXT NOT NULL DEFAULT '',
ADD CONSTRAINT "suppressions_pkey" PRIMARY KEY ("workspace_id", "environment", "contact_hash", "source", "list");

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

    CONSTRAINT "contacts_pkey" PRIMARY KEY ("id")
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

    CONSTRAINT "consents_pkey" PRIMARY KEY ("id")
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

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
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

    CONSTRAINT "campaigns_pkey" PRIMARY KEY ("id")
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

    CONSTRAINT "campaign_contacts_pkey" PRIMARY KEY ("campaign_id","contact_id")
);

-- CreateTable
CREATE TABLE "campaign_counts" (
    "workspace_id" TEXT NOT NULL,
    "campaign_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "contacts" INTEGER NOT NULL DEFAULT 0,
    "reached" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "campaign_counts_pkey" PRIMARY KEY ("campaign_id","status")
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

    CONSTRAINT "attempts_pkey" PRIMARY KEY ("key")
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

    CONSTRAINT "phone_numbers_pkey" PRIMARY KEY ("id")
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

    CONSTRAINT "texts_pkey" PRIMARY KEY ("id")
);

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
CREATE UNIQUE INDEX "attempts_call_id_key" ON "attempts"("call_id");

-- CreateIndex
CREATE INDEX "attempts_workspace_id_environment_contact_hash_claimed_at_idx" ON "attempts"("workspace_id", "environment", "contact_hash", "claimed_at" DESC);

-- CreateIndex
CREATE INDEX "attempts_campaign_id_state_idx" ON "attempts"("campaign_id", "state");

-- CreateIndex
CREATE INDEX "attempts_campaign_id_placed_at_idx" ON "attempts"("campaign_id", "placed_at");

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
CREATE INDEX "calls_workspace_id_environment_contact_id_created_at_id_idx" ON "calls"("workspace_id", "environment", "contact_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "calls_workspace_id_campaign_id_created_at_id_idx" ON "calls"("workspace_id", "campaign_id", "created_at" DESC, "id" DESC);


