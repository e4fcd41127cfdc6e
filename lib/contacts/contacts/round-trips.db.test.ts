import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Ctx } from "@/lib/platform/context";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { addConsent, createContact, listContacts, readContact, suppressContact } from "./index";
import { CreateContact, ListContacts } from "./schema";

let ctx: Ctx;
/** Every round trip goes through the driver's `query`; what a client does while it connects is not counted. */
const { query } = pg.Client.prototype;
let trips = 0;
let numbers = 0;
const make = () => createContact(ctx, CreateContact.parse({ phone: `+1212${5_000_000 + numbers++}` }));
const list = (limit: number) => listContacts(ctx, ListContacts.parse({ limit }));
beforeAll(async () => {
  pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof query>) {
    trips++;
    return query.apply(this, args);
  } as typeof query;
  ctx = (await makeWorkspace()).ctx();
  // Connects, and has the keys at hand.
  for (let i = 0; i < 12; i++) {
    const { id } = await make();
    if (i % 2 === 0) await suppressContact(ctx, id, { channels: ["text"], reason: "" });
    await addConsent(ctx, id, { purpose: "recording", channel: "call", granted: true, source: "form" });
  }
  await list(1);
});
afterAll(() => {
  pg.Client.prototype.query = query;
});

const counted = async (work: () => Promise<unknown>): Promise<number> => {
  const before = trips;
  await work();
  return trips - before;
};

it("a contact is made in one round trip, with all that its answer says", async () => {
  expect(await counted(make)).toBe(1);
});

it("a list costs the same for any number of contacts: the rows, their keys, and what is known of them", async () => {
  expect(await counted(() => list(2))).toBeLessThanOrEqual(3);
  expect(await counted(() => list(12))).toBeLessThanOrEqual(3);
});

it("a contact is read in as many", async () => {
  const { id } = await make();
  expect(await counted(() => readContact(ctx, id))).toBeLessThanOrEqual(3);
});
