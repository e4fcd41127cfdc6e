import { codeOf, type Finding, failed } from "./finding";

type Failure = readonly [summary: string, action: string];

const CERTIFICATE: Failure = [
  "the certificate of the database server is not trusted",
  "Renew it, or name its authority in the URL (sslrootcert=<file>). It must be valid for the host of the URL.",
];

/** Meanings of a failed connection, by the code of PostgreSQL, of a pooler or of Node. */
const FAILURES: Readonly<Record<string, Failure>> = {
  "3D000": ["the database does not exist", "Create it (createdb), or correct its name in the URL."],
  "28P01": ["the user or the password is refused", "Correct the user and the password in the URL."],
  "28000": [
    "this user is not allowed to connect from this machine",
    "Allow it in pg_hba.conf, or correct the user and sslmode in the URL.",
  ],
  "42501": ["this user is not allowed to use the database", "Make the user of the URL its owner."],
  "53100": ["the disk of the database is full", "Free space on the disk of the database's data folder."],
  "53300": [
    "the server has no free connection",
    "Find who holds them (pg_stat_activity), lower DATABASE_POOL, or raise max_connections.",
  ],
  "57P03": [
    "the server is starting, stopping or recovering",
    "Wait a minute, then read the log of PostgreSQL.",
  ],
  "08P01": [
    "a connection pooler refused the connection",
    "Without DATABASE_DIRECT_URL, set it to the address of PostgreSQL itself (docs/deploy.md, PgBouncer). With it, read the pooler's log: it names the reason.",
  ],
  "22023": [
    "the role parley_app does not exist in this database",
    "Apply the migrations, which create it: node bin/run.mjs migrate. After a restore into another cluster, create the role first: CREATE ROLE parley_app NOLOGIN.",
  ],
  ECONNREFUSED: [
    "no server listens at this address",
    "Start PostgreSQL, or correct host and port in the URL. Read its log if it does not start.",
  ],
  ENOTFOUND: [
    "the host name cannot be resolved",
    "Correct the host in the URL, or the name service of this machine.",
  ],
  EAI_AGAIN: [
    "the name service does not answer",
    "Check the name service of this machine (/etc/resolv.conf).",
  ],
  EHOSTUNREACH: ["the host cannot be reached", "Check the network between this machine and the database."],
  ENETUNREACH: ["the network cannot be reached", "Check the network of this machine."],
  ETIMEDOUT: [
    "the server does not answer",
    "Check the network and the firewall between this machine and the database.",
  ],
  ECONNRESET: ["the server closed the connection", "Read the log of PostgreSQL and of a proxy before it."],
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  CERT_HAS_EXPIRED: CERTIFICATE,
  ERR_TLS_CERT_ALTNAME_INVALID: CERTIFICATE,
};

/** Errors of the driver that have no code. Their messages are constant. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /timeout|terminated unexpectedly/i.test(error.message);

/** The finding for a connection to the database that failed. `variable`: the variable of its address. */
export function databaseFailure(error: unknown, variable: string): Finding {
  const code = codeOf(error);
  const [summary, action] = FAILURES[code] ??
    (isTimeout(error) ? FAILURES.ETIMEDOUT : undefined) ?? [
      `the connection failed (${code})`,
      "Try the same address with psql, and read the log of PostgreSQL.",
    ];
  return failed(`${variable}: ${summary}`, action);
}
