import { readAgent } from "@/lib/agents/agents";
import { readCall } from "@/lib/calls/calls";
import { Call } from "@/lib/calls/calls/schema";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { CSV_MEDIA_TYPE, createMemoryFile, type MemoryFile } from "@/lib/platform/memory-file";
import type { CallFileFormat } from "./schema";

/** Extension and media type of each format. */
const FORMATS: Readonly<Record<CallFileFormat, readonly [extension: string, mediaType: string]>> = {
  json: ["json", "application/json"],
  text: ["txt", "text/plain; charset=utf-8"],
  markdown: ["md", "text/markdown; charset=utf-8"],
  csv: ["csv", CSV_MEDIA_TYPE],
};

/** Writes a masked call in a format, with the name of its agent. */
type WriteCall = (format: CallFileFormat, exported: { call: Call; agent: string }) => string;

/**
 * Exports one call as a file, masked as for its reader. `write` has the texts of the file, which modules of the product do not
 * know. The file leaves only after its audit event is written. Throws `not_found`, and 429 like `readCall`.
 */
export async function exportCall(
  ctx: Ctx,
  id: string,
  format: CallFileFormat,
  write: WriteCall,
): Promise<MemoryFile> {
  const call = Call.parse(await readCall(ctx, id));
  const { name: agent } = await readAgent(ctx, call.agent_id);
  const text = write(format, { call, agent });
  const after = { environment: ctx.environment, format };
  await writeAudited(ctx, { run: [], audit: { action: "call.exported", target: id, after } });
  const [extension, mediaType] = FORMATS[format];
  return createMemoryFile(`${id}.${extension}`, mediaType, text);
}
