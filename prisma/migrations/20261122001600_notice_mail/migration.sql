-- Kinds of notices that a member does not want by mail; they are in the dashboard all the same.
ALTER TABLE "members" ADD COLUMN "muted_mail_notices" TEXT[] DEFAULT ARRAY[]::TEXT[];
