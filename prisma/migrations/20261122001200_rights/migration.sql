-- AlterTable
ALTER TABLE "held_texts" ADD COLUMN     "contact_hash" BYTEA;

-- CreateIndex
CREATE INDEX "held_texts_workspace_id_contact_hash_idx" ON "held_texts"("workspace_id", "contact_hash");
