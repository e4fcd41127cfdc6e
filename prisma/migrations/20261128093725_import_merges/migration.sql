-- expand

-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "merges" JSONB NOT NULL DEFAULT '[]';
