-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "allowed_addresses" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "email" BYTEA NOT NULL,
    "email_hash" BYTEA NOT NULL,
    "role" TEXT NOT NULL,
    "issue" INTEGER NOT NULL DEFAULT 1,
    "token_hash" BYTEA NOT NULL,
    "mail" TEXT NOT NULL,
    "invited_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "second_factors" (
    "user_id" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" BIGINT NOT NULL DEFAULT 0,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "tried_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "user_id" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","code_hash")
);

-- CreateTable
CREATE TABLE "password_resets" (
    "id" TEXT NOT NULL,
    "user_id" TEXT,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE INDEX "invitations_workspace_id_created_at_id_idx" ON "invitations"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets"("token_hash");

-- CreateIndex
CREATE INDEX "password_resets_user_id_created_at_idx" ON "password_resets"("user_id", "created_at");

-- What Prisma's schema cannot say: grants, row-level security and guards (docs/decisions/0003).
GRANT SELECT, INSERT, UPDATE, DELETE ON invitations, second_factors, recovery_codes, password_resets TO parley_app;
ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON invitations USING (workspace_id = current_setting('app.workspace_id', true));
CREATE UNIQUE INDEX invitations_one_open ON invitations (workspace_id, email_hash) WHERE accepted_at IS NULL AND revoked_at IS NULL;

-- A link is opened before its workspace is known: whoever has the token's hash learns which one it is, and nothing else.
DO $$ BEGIN EXECUTE format('CREATE POLICY by_token ON invitations FOR SELECT TO %I USING (true)', current_user); END $$;
CREATE FUNCTION invitation_workspace(hash bytea) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  AS 'SELECT workspace_id FROM invitations WHERE token_hash = hash';
REVOKE ALL ON FUNCTION invitation_workspace(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION invitation_workspace(bytea) TO parley_app;

-- A workspace keeps an owner. Whoever takes one away waits for everybody else who does, and looks after them: of two
-- owners who demote each other at once the second is refused. A workspace that is gone itself keeps nobody.
CREATE FUNCTION members_keep_owner() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$ BEGIN
  PERFORM FROM workspaces WHERE id = OLD.workspace_id FOR NO KEY UPDATE;
  IF FOUND AND NOT EXISTS (SELECT FROM members WHERE workspace_id = OLD.workspace_id AND role = 'owner') THEN
    RAISE EXCEPTION 'a workspace keeps an owner' USING ERRCODE = 'PL002';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION members_keep_owner() FROM PUBLIC;
CREATE TRIGGER members_keep_owner AFTER UPDATE OF role OR DELETE ON members FOR EACH ROW
  WHEN (OLD.role = 'owner') EXECUTE FUNCTION members_keep_owner();
