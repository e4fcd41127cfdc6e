-- AlterTable
ALTER TABLE "sessions" ADD COLUMN "browser" TEXT;

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

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "notices_workspace_id_user_id_created_at_id_idx" ON "notices"("workspace_id", "user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "notices_workspace_id_created_at_idx" ON "notices"("workspace_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "notices_workspace_id_user_id_kind_subject_stage_key" ON "notices"("workspace_id", "user_id", "kind", "subject", "stage");

-- What Prisma's schema cannot say: grants, row-level security.
GRANT SELECT, INSERT, UPDATE, DELETE ON notices TO parley_app;
ALTER TABLE notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE notices FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON notices USING (workspace_id = current_setting('app.workspace_id', true));
-- The bell counts these, and most are read.
CREATE INDEX notices_unread ON notices (workspace_id, user_id) WHERE read_at IS NULL;
