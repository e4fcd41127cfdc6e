import { type Env, env } from "@/lib/platform/env";
import type { Subprocessor } from "./schema";

type Set = Pick<
  Env,
  "S3_BUCKET" | "S3_ENDPOINT" | "S3_REGION" | "DATABASE_URL" | "DATABASE_DIRECT_URL" | "SMTP_URL"
>;

const LOOPBACK = new Set(["", "localhost", "127.0.0.1", "[::1]"]);
const isHere = (url: string | undefined): boolean => url === undefined || LOOPBACK.has(new URL(url).hostname);

/** Names of software in English. The dashboard has its texts by the same keys. */
const SOFTWARE = {
  parley: "Parley",
  sherpa_onnx: "sherpa-onnx",
  files: "Files of this installation",
  s3: "S3-compatible bucket",
  postgresql: "PostgreSQL",
  smtp: "SMTP server",
} as const;

type Part = Pick<Subprocessor, "id" | "name" | "purposes" | "receives" | "location"> & {
  software: keyof typeof SOFTWARE;
};

/**
 * The components of the installation: the built-in parts, and those configured by the operator, whose hosts
 * are not shown. `builtin`: live agents that use a built-in part, and calls that used it. `local`: the same for the
 * speech models of this machine; null if there are none.
 */
export function listInstallationParts(
  builtin: Pick<Subprocessor, "live_agents" | "used_in_calls">,
  local: Pick<Subprocessor, "live_agents" | "used_in_calls"> | null = null,
  set: Set = env,
): Subprocessor[] {
  const part = (component: Part, more: Partial<Subprocessor> = {}): Subprocessor => ({
    kind: null,
    host: null,
    environment: null,
    chosen_by: "operator",
    instruction: null,
    zero_retention: null,
    zero_retention_basis: null,
    retention_agreement: null,
    allowed: true,
    live_agents: 0,
    used_in_calls: null,
    ...component,
    provider: SOFTWARE[component.software],
    ...more,
  });
  return [
    part(
      {
        id: "builtin",
        name: "Scripted test model, built-in voices and transcriber",
        software: "parley",
        purposes: ["model", "voice", "transcriber"],
        location: "local",
        receives: ["What is said in conversations that use them. It stays in the processes of this Parley."],
      },
      { chosen_by: "product", zero_retention: true, ...builtin },
    ),
    ...(local === null
      ? []
      : [
          part(
            {
              id: "local",
              name: "Speech models of this machine",
              software: "sherpa_onnx",
              purposes: ["transcriber"],
              location: "local",
              receives: ["The callers' speech in conversations that use them. It stays on this machine."],
            },
            { zero_retention: true, ...local },
          ),
        ]),
    part({
      id: "storage",
      name: "Storage",
      software: set.S3_BUCKET === undefined ? "files" : "s3",
      purposes: ["storage"],
      location:
        set.S3_BUCKET === undefined || (set.S3_ENDPOINT !== undefined && isHere(set.S3_ENDPOINT))
          ? "local"
          : "external",
      receives: ["Recordings and exported files, sealed under keys that are not kept there."],
    }),
    part({
      id: "database",
      name: "Database",
      software: "postgresql",
      purposes: ["database"],
      // A pooler on this machine can lead to a database elsewhere.
      location:
        isHere(set.DATABASE_URL) && isHere(set.DATABASE_DIRECT_URL ?? set.DATABASE_URL)
          ? "local"
          : "external",
      receives: [
        "Transcripts, values, numbers and names, sealed; settings, times and outcomes as the security page says.",
      ],
    }),
    ...(set.SMTP_URL === undefined
      ? []
      : [
          part({
            id: "mail",
            name: "Mail",
            software: "smtp",
            purposes: ["mail"],
            location: isHere(set.SMTP_URL) ? "local" : "external",
            receives: ["Members' mail addresses, invitations and notices; nothing of a conversation."],
          }),
        ]),
  ];
}
