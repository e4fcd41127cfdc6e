import type { Decision, ReasonCode } from "@/lib/contacts/policy/schema";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { phonesOf } from "./phones";
import type { Preflight } from "./schema";

/** Enough to look one up, few enough to be read. */
const MAX_EXAMPLES = 3;

type Example = { contactId: string; message: string; until: string | null };
type Told = { count: number; examples: Example[] };

/** How many contacts each reason concerns, and whom for example: it does not grow with the contacts. */
export class Reasons {
  private readonly told = new Map<ReasonCode, Told>();

  add(contactId: string, { reasons }: Decision): void {
    const seen = new Set<ReasonCode>();
    for (const { code, message, until = null } of reasons) {
      if (seen.has(code)) continue;
      seen.add(code);
      const told = this.told.get(code) ?? { count: 0, examples: [] };
      told.count += 1;
      if (told.examples.length < MAX_EXAMPLES) told.examples.push({ contactId, message, until });
      this.told.set(code, told);
    }
  }

  /** The most frequent first. */
  async list(ctx: Ctx): Promise<Preflight["by_reason"]> {
    const all = [...this.told].sort(([a, { count: n }], [b, { count: m }]) => m - n || (a < b ? -1 : 1));
    const ids = [...new Set(all.flatMap(([, { examples }]) => examples.map((one) => one.contactId)))];
    const phones =
      ids.length === 0 ? new Map<string, string>() : await phonesOf(ctx, await numbersOf(ctx, ids));
    return all.map(([code, { count, examples }]) => ({
      code,
      count,
      examples: examples.map(({ contactId, message, until }) => ({
        contact_id: contactId,
        phone: phones.get(contactId) ?? null,
        message,
        until,
      })),
    }));
  }
}

const numbersOf = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db.all(
    db
      .selectFrom("contacts")
      .select(["id", "number"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", ctx.environment)
      .where("id", "in", [...ids]),
  );
