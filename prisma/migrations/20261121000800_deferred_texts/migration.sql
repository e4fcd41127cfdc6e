-- CreateTable
CREATE TABLE "deferred_texts" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "carrier" TEXT NOT NULL,
    "carrier_ref" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deferred_texts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "deferred_texts_workspace_id_created_at_idx" ON "deferred_texts"("workspace_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "deferred_texts_carrier_carrier_ref_key" ON "deferred_texts"("carrier", "carrier_ref");

-- What Prisma's schema cannot say: grants and row-level security.
GRANT SELECT, INSERT, DELETE ON deferred_texts TO parley_app;
ALTER TABLE deferred_texts ENABLE ROW LEVEL SECURITY;
ALTER TABLE deferred_texts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON deferred_texts USING (workspace_id = current_setting('app.workspace_id', true));
