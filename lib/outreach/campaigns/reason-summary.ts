import type { Decision, ReasonCode } from "@/lib/contacts/policy/schema";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { openContacts } from "./open-contacts";
import type { Preflight } from "./schema";

/** Enough to check one, and few enough to read. */
const MAX_EXAMPLES = 3;

type Example = { contactId: string; reason: string; message: string; until: string | null };
type ReasonExamples = { count: number; examples: Example[] };

/** Counts the contacts of each reason and keeps a few examples. Its size does not grow with the contacts. */
export class ReasonSummary {
  private readonly byCode = new Map<ReasonCode, ReasonExamples>();

  add(contactId: string, { reasons }: Decision): void {
    const countedCodes = new Set<ReasonCode>();
    for (const { code, reason, message, until = null } of reasons) {
      if (countedCodes.has(code)) continue;
      countedCodes.add(code);
      const byCode = this.byCode.get(code) ?? { count: 0, examples: [] };
      byCode.count += 1;
      if (byCode.examples.length < MAX_EXAMPLES) byCode.examples.push({ contactId, reason, message, until });
      this.byCode.set(code, byCode);
    }
  }

  /** Lists the reasons, the most frequent first. */
  async list(ctx: Ctx): Promise<Preflight["by_reason"]> {
    const all = [...this.byCode].sort(([a, { count: n }], [b, { count: m }]) => m - n || (a < b ? -1 : 1));
    const ids = [...new Set(all.flatMap(([, { examples }]) => examples.map((example) => example.contactId)))];
    const contacts = ids.length === 0 ? null : await openContacts(ctx, await contactsOf(ctx, ids));
    return all.map(([code, { count, examples }]) => ({
      code,
      count,
      examples: examples.map(({ contactId, ...example }) => ({
        contact_id: contactId,
        phone: contacts?.get(contactId)?.phone ?? null,
        name: contacts?.get(contactId)?.name ?? null,
        ...example,
      })),
    }));
  }
}

const contactsOf = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db.all(
    db
      .selectFrom("contacts")
      .select(["id", "number", "name"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", ctx.environment)
      .where("id", "in", [...ids]),
  );
