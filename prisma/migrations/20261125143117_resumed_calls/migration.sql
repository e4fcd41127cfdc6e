-- AlterTable
ALTER TABLE "calls" ADD COLUMN     "resumptions" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "recordings" ADD COLUMN     "resumed_ms" INTEGER[] DEFAULT ARRAY[]::INTEGER[];
