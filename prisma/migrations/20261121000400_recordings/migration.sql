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

    CONSTRAINT "recordings_pkey" PRIMARY KEY ("call_id")
);

-- CreateIndex
CREATE INDEX "recordings_workspace_id_expires_at_idx" ON "recordings"("workspace_id", "expires_at");

-- What Prisma's schema cannot say: grants and row-level security (docs/decisions/0003).
GRANT SELECT, INSERT, UPDATE, DELETE ON recordings TO parley_app;
ALTER TABLE recordings ENABLE ROW LEVEL SECURITY;
ALTER TABLE recordings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON recordings USING (workspace_id = current_setting('app.workspace_id', true));
