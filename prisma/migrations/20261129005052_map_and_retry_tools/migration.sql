-- expand

-- AlterTable
ALTER TABLE "tools" ADD COLUMN "response" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "retries" JSONB NOT NULL DEFAULT '{}';
