-- AlterTable
ALTER TABLE "workspace_keys" ADD COLUMN "customer" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "active_from" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "key_rotations" (
    "workspace_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "started_by" TEXT NOT NULL,
    "total" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "cursor" TEXT NOT NULL DEFAULT '',
    "passes" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "key_rotations_pkey" PRIMARY KEY ("workspace_id","version")
);

-- CreateTable
CREATE TABLE "customer_keys" (
    "workspace_id" TEXT NOT NULL,
    "material" BYTEA,
    "check_value" BYTEA NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "customer_keys_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "key_imports" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "private_key" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "key_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT,
    "link_hash" BYTEA,
    "link_expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "staff_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_sessions" (
    "id" TEXT NOT NULL,
    "staff_id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "ticket_id" TEXT,
    "address" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "staff_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_tickets" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "staff_id" TEXT NOT NULL,
    "staff_email" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "hours" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'requested',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,

    CONSTRAINT "staff_tickets_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "key_imports_workspace_id_idx" ON "key_imports"("workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "staff_email_key" ON "staff"("email");

-- CreateIndex
CREATE UNIQUE INDEX "staff_link_hash_key" ON "staff"("link_hash");

-- CreateIndex
CREATE UNIQUE INDEX "staff_sessions_token_hash_key" ON "staff_sessions"("token_hash");

-- CreateIndex
CREATE INDEX "staff_sessions_staff_id_idx" ON "staff_sessions"("staff_id");

-- CreateIndex
CREATE INDEX "staff_tickets_workspace_id_created_at_id_idx" ON "staff_tickets"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "staff_tickets_staff_id_created_at_idx" ON "staff_tickets"("staff_id", "created_at" DESC);

-- What Prisma's schema cannot say: grants, row-level security, and that no key goes while something is sealed with it.
GRANT SELECT, INSERT, UPDATE, DELETE ON key_rotations, customer_keys, key_imports, staff, staff_sessions TO parley_app;
-- A ticket stays as the trace of who was let in.
GRANT SELECT, INSERT, UPDATE ON staff_tickets TO parley_app;
GRANT DELETE ON workspace_keys TO parley_app;
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['key_rotations', 'customer_keys', 'key_imports', 'staff_tickets']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = current_setting(''app.workspace_id'', true))', t);
  END LOOP;
END $$;
-- Somebody of the staff sees their own tickets before one is chosen.
CREATE POLICY own_tickets ON staff_tickets FOR SELECT USING (staff_id = current_setting('app.staff_id', true));
ALTER TABLE staff_tickets ADD CONSTRAINT staff_tickets_hours CHECK (hours BETWEEN 1 AND 8);
ALTER TABLE staff_tickets ADD CONSTRAINT staff_tickets_status CHECK (status IN ('requested', 'approved', 'refused', 'ended'));
CREATE UNIQUE INDEX key_rotations_one ON key_rotations (workspace_id) WHERE completed_at IS NULL;

-- ── No key goes while something is sealed with it ────────────────────────────────────────────────────────────
-- Whoever seals holds the key's row until their transaction ends, as a foreign key would, so that the row is not removed
-- between their sealing and their commit. The number lies in the box: bytes 1 and 2 (lib/crypto/seal.ts); 0 is the key
-- that does not rotate.
CREATE FUNCTION hold_data_key(ws text, number int) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  PERFORM FROM workspace_keys WHERE workspace_id = ws AND purpose = 'data' AND version = number FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the data key % is not there', number USING ERRCODE = 'foreign_key_violation';
  END IF;
END $$;
REVOKE ALL ON FUNCTION hold_data_key(text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hold_data_key(text, int) TO parley_app;

CREATE FUNCTION box_version(box bytea) RETURNS int LANGUAGE sql IMMUTABLE
  AS $$ SELECT get_byte(substring(box FROM 1 FOR 3), 1) * 256 + get_byte(substring(box FROM 1 FOR 3), 2) $$;

CREATE FUNCTION sealed_under_key() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE box bytea; BEGIN
  EXECUTE format('SELECT ($1).%I', TG_ARGV[0]) USING NEW INTO box;
  -- Byte 0 is the format; what is no box opens with no key.
  IF octet_length(box) > 3 AND get_byte(substring(box FROM 1 FOR 1), 0) = 1 AND box_version(box) > 0 THEN PERFORM hold_data_key(NEW.workspace_id, box_version(box)); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sealed_digest BEFORE INSERT OR UPDATE OF digest ON api_keys
  FOR EACH ROW EXECUTE FUNCTION sealed_under_key('digest');
CREATE TRIGGER sealed_previous_digest BEFORE INSERT OR UPDATE OF previous_digest ON api_keys
  FOR EACH ROW EXECUTE FUNCTION sealed_under_key('previous_digest');
CREATE TRIGGER sealed_secret BEFORE INSERT OR UPDATE OF secret ON integrations
  FOR EACH ROW EXECUTE FUNCTION sealed_under_key('secret');
CREATE TRIGGER sealed_email BEFORE INSERT OR UPDATE OF email ON invitations
  FOR EACH ROW EXECUTE FUNCTION sealed_under_key('email');
CREATE TRIGGER sealed_sealed BEFORE INSERT OR UPDATE OF sealed ON import_chunks
  FOR EACH ROW EXECUTE FUNCTION sealed_under_key('sealed');

-- Keys of subjects come in thousands by one statement: each number is held once.
CREATE FUNCTION subjects_under_key() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE one record; BEGIN
  FOR one IN SELECT DISTINCT workspace_id, key_version FROM new_rows LOOP
    PERFORM hold_data_key(one.workspace_id, one.key_version);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER sealed_wrapped AFTER INSERT ON subject_keys REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION subjects_under_key();

-- The index key never goes, and of the data keys only one that a newer has taken over from, and that wraps no subject's.
CREATE FUNCTION keep_workspace_key() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF OLD.purpose <> 'data' THEN
    RAISE EXCEPTION 'the index key of a workspace is not removed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM workspace_keys k WHERE k.workspace_id = OLD.workspace_id AND k.purpose = 'data'
      AND k.version > OLD.version AND k.active_from < now())
    OR EXISTS (SELECT FROM subject_keys s WHERE s.workspace_id = OLD.workspace_id AND s.key_version = OLD.version) THEN
    RAISE EXCEPTION 'a data key that is in use is not removed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER keep_workspace_key BEFORE DELETE ON workspace_keys FOR EACH ROW EXECUTE FUNCTION keep_workspace_key();
