-- expand

-- AlterTable
ALTER TABLE "call_sessions" ADD COLUMN     "transferred_at" TIMESTAMPTZ(3);
