import { Readable } from "node:stream";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createContact, listContacts, suppressContact } from "@/lib/contacts/contacts";
import { type Contact, CreateContact, ListContacts } from "@/lib/contacts/contacts/schema";
import { importContacts, readImport, runImport } from "@/lib/outreach/imports";
import { ImportContacts } from "@/lib/outreach/imports/schema";
import type { Ctx } from "@/lib/platform/context";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { createExport, readExportFile, runExport } from "./index";
import { CreateExport } from "./schema";

/** Each run creates two workspaces. */
const RUNS = 12;
const TIMEOUT_MS = 120_000;
/** The beginnings of text that a spreadsheet evaluates. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

const isStorable = (text: string) => text.isWellFormed() && !text.includes("\0");
const anyText = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ maxLength, unit: "binary" }),
      fc.string({ maxLength }),
      fc
        .tuple(
          fc.constantFrom("=", "+", "-", "@", "'", "'=", "''+", "\t", "\r", "＝"),
          fc.string({ maxLength: 20 }),
        )
        .map((parts) => parts.join("")),
      fc.constantFrom("1.2E+10", ' "quoted", text; ', "two\nlines", "\\u0000", "+12125550199"),
    )
    .filter(isStorable);
const consent = fc.record({
  purpose: fc.constantFrom("informational", "telemarketing", "recording"),
  channel: fc.constantFrom("call", "text"),
  granted: fc.boolean(),
  source: anyText(50).filter((text) => /\S/.test(text)),
  at: fc
    .date({ min: new Date("2020-01-01"), max: new Date("2026-01-01"), noInvalidDate: true })
    .map((at) => at.toISOString()),
});
const contact = fc.record({
  name: fc.option(anyText(100).filter((text) => /\S/.test(text))),
  timezone: fc.option(fc.constantFrom("America/New_York", "Asia/Kolkata")),
  attributes: fc.dictionary(
    anyText(20).filter((name) => name !== "" && name !== "__proto__"),
    fc.oneof(
      anyText(100).filter((text) => text !== ""),
      fc.integer(),
      fc.boolean(),
    ),
    { maxKeys: 5 },
  ),
  consents: fc.array(consent, { maxLength: 4 }),
  isSuppressed: fc.boolean(),
});

async function exportCsv(ctx: Ctx): Promise<string> {
  const { id } = await createExport(ctx, CreateExport.parse({ resource: "contacts", format: "csv" }));
  await runExport(ctx, id);
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await readExportFile(ctx, id)).read()) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

async function importCsv(ctx: Ctx, text: string) {
  const file = { mediaType: "text/csv", charset: null, content: Readable.from([Buffer.from(text)]) };
  const { id } = await importContacts(ctx, ImportContacts.parse({}), file);
  await runImport(ctx, id);
  return readImport(ctx, "contacts", id);
}

/** The fields that an import into another workspace copies. */
const copied = ({ phone, name, timezone, timezone_source, region, attributes, consent }: Contact) => ({
  ...{ phone, name, timezone, timezone_source, region, attributes, consent },
});
async function contactsOf(ctx: Ctx) {
  const { data } = await listContacts(ctx, ListContacts.parse({ limit: 100 }));
  return data.sort((a, b) => (a.phone < b.phone ? -1 : 1));
}

test(
  "an export of any contacts imports again with the same numbers, names, attributes and consents",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(contact, { minLength: 1, maxLength: 8 }), async (contacts) => {
        const [from, to] = [(await makeWorkspace()).ctx(), (await makeWorkspace()).ctx()];
        for (const [i, { isSuppressed, ...input }] of contacts.entries()) {
          const phone = `+1212${6_000_000 + i}`;
          await createContact(from, CreateContact.parse({ phone, ...input }));
          if (isSuppressed) await suppressContact(from, phone, { channels: ["call"], reason: "=asked" });
        }
        const text = await exportCsv(from);
        const cells = (parse(text, { record_delimiter: ["\r\n", "\n", "\r"] }) as string[][]).flat();
        expect(cells.filter((cell) => FORMULA.test(cell))).toEqual([]);
        expect(await importCsv(to, text)).toMatchObject({
          status: "completed",
          created: contacts.length,
          errors: [],
        });
        const [originals, copies] = [await contactsOf(from), await contactsOf(to)];
        expect(copies.map(copied)).toEqual(originals.map(copied));
        const channelsOf = ({ suppression }: Contact) => suppression?.channels ?? [];
        expect(copies.map(channelsOf)).toEqual(originals.map(channelsOf));
        // Imported where it was exported, it changes nothing.
        expect(await importCsv(from, text)).toMatchObject({ status: "completed", updated: contacts.length });
        expect(await contactsOf(from)).toEqual(originals);
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);
