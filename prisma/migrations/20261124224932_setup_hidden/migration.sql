-- AlterTable
ALTER TABLE "members" ADD COLUMN     "setup_hidden_at" TIMESTAMPTZ(3);
