-- CreateTable
CREATE TABLE "held_texts" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "carrier" TEXT NOT NULL,
    "carrier_ref" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "held_texts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "held_texts_workspace_id_created_at_idx" ON "held_texts"("workspace_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "held_texts_carrier_carrier_ref_key" ON "held_texts"("carrier", "carrier_ref");

-- What Prisma's schema cannot say: grants and row-level security.
GRANT SELECT, INSERT, DELETE ON held_texts TO parley_app;
ALTER TABLE held_texts ENABLE ROW LEVEL SECURITY;
ALTER TABLE held_texts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON held_texts USING (workspace_id = current_setting('app.workspace_id', true));
