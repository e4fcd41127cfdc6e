import { type Env, env } from "@/lib/platform/env";
import type { Subprocessor } from "./schema";

type Set = Pick<Env, "S3_BUCKET" | "S3_ENDPOINT" | "S3_REGION" | "DATABASE_URL" | "SMTP_URL">;

const LOOPBACK = new Set(["", "localhost", "127.0.0.1", "[::1]"]);
const isHere = (url: string | undefined): boolean => url === undefined || LOOPBACK.has(new URL(url).hostname);

type Part = Pick<Subprocessor, "id" | "name" | "provider" | "purposes" | "receives" | "location">;

/**
 * What the installation itself consists of: the built-in parts, and what its operator has set. Hosts of the operator's
 * are theirs to tell, and are not named. `builtin`: live agents that name something built in, and calls that used it.
 */
export function installation(
  builtin: Pick<Subprocessor, "live_agents" | "used_in_calls">,
  set: Set = env,
): Subprocessor[] {
  const part = (one: Part, more: Partial<Subprocessor> = {}): Subprocessor => ({
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
    ...one,
    ...more,
  });
  return [
    part(
      {
        id: "builtin",
        name: "Built-in model, voices and transcriber",
        provider: "Parley",
        purposes: ["model", "voice", "transcriber"],
        location: "here",
        receives: ["What is said in conversations that use them. It stays in the processes of this Parley."],
      },
      { chosen_by: "product", zero_retention: true, ...builtin },
    ),
    part({
      id: "storage",
      name: "Storage",
      provider: set.S3_BUCKET === undefined ? "Files of this installation" : "S3-compatible bucket",
      purposes: ["storage"],
      location:
        set.S3_BUCKET === undefined || (set.S3_ENDPOINT !== undefined && isHere(set.S3_ENDPOINT))
          ? "here"
          : "elsewhere",
      receives: ["Recordings and exported files, sealed under keys that are not kept there."],
    }),
    part({
      id: "database",
      name: "Database",
      provider: "PostgreSQL",
      purposes: ["database"],
      location: isHere(set.DATABASE_URL) ? "here" : "elsewhere",
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
            provider: "SMTP server",
            purposes: ["mail"],
            location: isHere(set.SMTP_URL) ? "here" : "elsewhere",
            receives: ["Members' mail addresses, invitations and notices; nothing of a conversation."],
          }),
        ]),
  ];
}
