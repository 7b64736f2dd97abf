/** The tables of several nodes in PostgreSQL. Each node makes what is missing when it starts. */

/** The project whose log is that of the accounts. */
export const accountsUuid = '00000000-0000-0000-0000-000000000000'

/** The first number of all advisory locks here; the second is the node's. 0: whoever makes the tables. */
export const lockSpace = 7

/**
 * `project.node`: who has the lease; `token` counts the leases, and every write names it. `head`: the position of the last record; `base`: that of the
 * file from which, with the records after it, the project is made. Parts of a base are compressed by zstd, as are those of files that are kept beside the
 * accounts (`kept`) and of backups (`backup`); `backup_change` says when those of a project have changed last.
 */
export const tablesSql = `
CREATE TABLE IF NOT EXISTS node (id uuid PRIMARY KEY, address text NOT NULL, version text NOT NULL, lock int GENERATED ALWAYS AS IDENTITY,
  until timestamptz NOT NULL, draining bool NOT NULL DEFAULT false, accounts bigint NOT NULL DEFAULT 0, renewed timestamptz NOT NULL DEFAULT now());
ALTER TABLE node ADD COLUMN IF NOT EXISTS renewed timestamptz NOT NULL DEFAULT now();
CREATE TABLE IF NOT EXISTS project (uuid uuid PRIMARY KEY, node uuid, token bigint NOT NULL DEFAULT 0, head bigint NOT NULL DEFAULT 0,
  base bigint NOT NULL DEFAULT 0, layout int NOT NULL, size bigint NOT NULL DEFAULT 0, changed timestamptz NOT NULL DEFAULT now())
  WITH (fillfactor = 50);
CREATE TABLE IF NOT EXISTS record (project uuid REFERENCES project ON DELETE CASCADE, pos bigint, token bigint NOT NULL, body bytea NOT NULL,
  PRIMARY KEY (project, pos));
CREATE TABLE IF NOT EXISTS base (project uuid REFERENCES project ON DELETE CASCADE, pos bigint, at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project, pos));
CREATE TABLE IF NOT EXISTS base_part (project uuid, pos bigint, n int, bytes bytea NOT NULL, PRIMARY KEY (project, pos, n),
  FOREIGN KEY (project, pos) REFERENCES base ON DELETE CASCADE);
ALTER TABLE base_part ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE TABLE IF NOT EXISTS kept (kind text, name text, PRIMARY KEY (kind, name));
CREATE TABLE IF NOT EXISTS kept_part (kind text, name text, n int, bytes bytea NOT NULL, PRIMARY KEY (kind, name, n),
  FOREIGN KEY (kind, name) REFERENCES kept ON DELETE CASCADE);
ALTER TABLE kept_part ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE TABLE IF NOT EXISTS backup (project uuid REFERENCES project ON DELETE CASCADE, id text, at bigint NOT NULL, size bigint NOT NULL,
  reason text NOT NULL, seq bigint NOT NULL, hash text NOT NULL, epoch text NOT NULL, chosen bigint, PRIMARY KEY (project, id));
CREATE TABLE IF NOT EXISTS backup_part (project uuid, id text, n int, bytes bytea STORAGE EXTERNAL NOT NULL, PRIMARY KEY (project, id, n),
  FOREIGN KEY (project, id) REFERENCES backup ON DELETE CASCADE);
CREATE TABLE IF NOT EXISTS backup_change (project uuid PRIMARY KEY REFERENCES project ON DELETE CASCADE, at timestamptz NOT NULL);
CREATE INDEX IF NOT EXISTS backup_change_at ON backup_change(at);
CREATE UNLOGGED TABLE IF NOT EXISTS ticket (hash bytea PRIMARY KEY, person text NOT NULL, session text NOT NULL, until timestamptz NOT NULL);
CREATE TABLE IF NOT EXISTS audit (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at bigint NOT NULL, event text NOT NULL, account text,
  operator bool NOT NULL, project text, other text, detail text, address text, once text UNIQUE);
CREATE INDEX IF NOT EXISTS audit_project ON audit(project, id);
CREATE INDEX IF NOT EXISTS audit_account ON audit(account, id);
CREATE INDEX IF NOT EXISTS audit_at ON audit(at);
CREATE TABLE IF NOT EXISTS audit_bound (one bool PRIMARY KEY DEFAULT true CHECK (one), before bigint NOT NULL);
INSERT INTO audit_bound (before) VALUES (0) ON CONFLICT DO NOTHING;
CREATE OR REPLACE FUNCTION audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' AND old.at < (SELECT before FROM audit_bound) THEN RETURN old; END IF;
  RAISE EXCEPTION 'a line of the audit log is not changed, and stays until its time is over';
END $$;
CREATE OR REPLACE TRIGGER audit_stays BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_stays();
CREATE OR REPLACE TRIGGER audit_stays_whole BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_stays();
`

/**
 * Whether node `n` is there: it has renewed itself, and its connection, which holds its lock, has not ended; for some seconds after PostgreSQL has started the lock
 * says nothing of a node that has not renewed itself since, and with that taken its lock anew. It is looked up, not tried: a lock that is tried is held for a moment, and its node may be just about to take it.
 */
export const isThere = `n.until > now() AND ((pg_postmaster_start_time() > now() - interval '5 s' AND n.renewed < pg_postmaster_start_time()) OR EXISTS (SELECT 1 FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${lockSpace} AND objid = n.lock::oid AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())))`

/** $1: project, $2: node, $3: layout. */
export const claimSql = `
UPDATE project p SET node = $2, token = token + 1 WHERE uuid = $1 AND layout <= $3
  AND (node IS NULL OR node = $2 OR NOT EXISTS (SELECT 1 FROM node n WHERE n.id = p.node AND ${isThere}))
RETURNING token, head, base, layout`

/** In one round trip the records of all projects of a node. $4: the bodies in a row; $5, $6: where each begins, and its length. Returns those that were taken. */
export const appendSql = `
WITH given AS (SELECT g.project, g.token, g.pos, substring($4::bytea from g.at for g.size) AS body
  FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $5::int[], $6::int[]) AS g(project, token, pos, at, size)),
ends AS (SELECT project, token, min(pos) AS first, max(pos) AS last, sum(length(body)) AS more FROM given GROUP BY project, token),
locked AS (SELECT p.uuid FROM project p JOIN ends e ON e.project = p.uuid AND e.token = p.token ORDER BY p.uuid FOR NO KEY UPDATE OF p),
held AS (UPDATE project p SET head = e.last, size = p.size + e.more, changed = now() FROM ends e, locked l
  WHERE l.uuid = e.project AND p.uuid = e.project AND p.token = e.token AND p.head = e.first - 1 RETURNING p.uuid)
INSERT INTO record (project, pos, token, body) SELECT g.project, g.pos, g.token, g.body
FROM given g JOIN held h ON h.uuid = g.project RETURNING project, pos`
