import type { KeptTurn } from "@/lib/calls/conversation";
import { parseNumber } from "@/lib/contacts/contacts";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealer } from "@/lib/platform/crypto";
import { contactOfNumber } from "./contact";
import { type FullRow, placeOf, turnPlace } from "./row";
import { selectTurns } from "./select";

/** A conversation in which somebody asks for something that reaches them outside of it. */
export type Asking = { ctx: Ctx; row: FullRow; sealer: Sealer };
/** Who asks, as a contact with a key of its own. */
export type Asker = { id: string; hash: Buffer; phone: string; sealer: Sealer };

/** The number of the other side: who called, or who was called; a chat and a call by browser name it in `to`. */
function numberOf({ row, sealer }: Asking): string | null {
  const from = row.direction === "inbound" && row.channel !== "chat" && row.channel !== "web";
  const box = from ? row.from_number : row.to_number;
  return box === null ? null : sealer.openText(placeOf(row.id, from ? "from_number" : "to_number"), box);
}

/** Who asks, found or made as a contact; null without a number that can be reached. */
export async function contactOf(scene: Asking): Promise<Asker | null> {
  const number = numberOf(scene);
  const parsed = number === null ? null : parseNumber(number);
  if (parsed === null || !parsed.ok) return null;
  const contact = await contactOfNumber(scene.ctx, parsed.number);
  return { ...contact, sealer: await subjectSealer(scene.ctx.workspaceId, contact.id) };
}

/** Where the caller said it: the ledger's evidence names the turn, as its words leave masked or not at all. */
export async function evidenceOf({ ctx, row, sealer }: Asking): Promise<string> {
  const boxes = await ctx.db.all(selectTurns(ctx.workspaceId, row.id));
  const turns = boxes.map(
    ({ index, sealed }) => JSON.parse(sealer.openText(turnPlace(row.id, index), sealed)) as KeptTurn,
  );
  const said = turns.findLast(({ role }) => role === "caller");
  return said === undefined ? `In the call ${row.id}.` : `Turn ${said.index} of the call ${row.id}.`;
}
