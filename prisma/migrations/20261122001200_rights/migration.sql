-- AlterTable
ALTER TABLE "deferred_texts" ADD COLUMN     "contact_hash" BYTEA;

-- CreateIndex
CREATE INDEX "deferred_texts_workspace_id_contact_hash_idx" ON "deferred_texts"("workspace_id", "contact_hash");
