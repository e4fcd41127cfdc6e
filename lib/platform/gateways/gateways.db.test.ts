import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import {
  areGatewaysFull,
  type GatewayReports,
  releaseGatewayCall,
  reserveGatewayCall,
  startGatewayReports,
} from ".";

const opened: GatewayReports[] = [];
afterEach(async () => {
  for (const reports of opened.splice(0)) await reports.stop();
  await plainBatch(plain.deleteFrom("voice_gateways"));
});

async function openGateway(freeCalls: () => number, isSeparate = false): Promise<GatewayReports> {
  const reports = startGatewayReports({ freeCalls, isSeparate });
  opened.push(reports);
  await reports.report();
  return reports;
}
const reserve = async (times: number) => {
  const results = await Promise.all(Array.from({ length: times }, () => reserveGatewayCall()));
  return results.filter(Boolean).length;
};
/** Makes the reports of all gateways older. */
const age = (seconds: number) =>
  plainBatch(
    plain
      .updateTable("voice_gateways")
      .set({ last_reported_at: sql`last_reported_at - ${seconds} * interval '1 s'` }),
  );

describe("the free calls of the gateways", () => {
  it("are none while no gateway is running, which is not the same as full", async () => {
    expect(await reserveGatewayCall()).toBe(false);
    expect(await areGatewaysFull()).toBe(false);
  });

  it("are reserved by processes at the same time, and never more than there are", async () => {
    await openGateway(() => 4);
    await openGateway(() => 3);
    expect(await reserve(20)).toBe(7);
    // A reserved call still rings: an inbound call is accepted before it.
    expect(await areGatewaysFull()).toBe(false);
  });

  it("are free again once for each release, also for releases at the same time", async () => {
    await openGateway(() => 4);
    await openGateway(() => 3);
    expect(await reserve(7)).toBe(7);
    await Promise.all(Array.from({ length: 3 }, () => releaseGatewayCall()));
    expect(await reserve(7)).toBe(3);
    await Promise.all(Array.from({ length: 20 }, () => releaseGatewayCall()));
    expect(await reserve(20)).toBe(7);
  });

  it("are reserved and released at the same time without waiting for each other forever", async () => {
    for (const count of [5, 5, 5]) await openGateway(() => count);
    const rounds = Array.from({ length: 40 }, (_, i) =>
      i % 2 === 0 ? reserveGatewayCall() : releaseGatewayCall(),
    );
    const results = await Promise.allSettled([...rounds, reserve(40)]);
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
  });

  it("are reserved at the gateway that has the most", async () => {
    await openGateway(() => 1);
    await openGateway(() => 3);
    expect(await reserve(2)).toBe(2);
    const [rows] = await plainBatch(
      plain.selectFrom("voice_gateways").select(["free_calls", "reserved_until"]).orderBy("free_calls"),
    );
    expect(rows.map(({ reserved_until: until }) => until?.length ?? 0)).toEqual([0, 2]);
  });

  it("follow the reports, and keep the reservations", async () => {
    let free = 2;
    const reports = await openGateway(() => free);
    expect(await reserve(2)).toBe(2);
    await reports.report();
    expect(await reserveGatewayCall()).toBe(false);
    free = 3;
    await reports.report();
    expect(await reserve(5)).toBe(1);
  });

  it("no longer count when a gateway drains, stops, or has not reported for ten seconds", async () => {
    let free = 2;
    const draining = await openGateway(() => free);
    free = 0;
    await draining.report();
    expect(await areGatewaysFull()).toBe(true);
    expect(await reserveGatewayCall()).toBe(false);
    const idle = await openGateway(() => 5);
    expect(await reserveGatewayCall()).toBe(true);
    await idle.stop();
    expect(await reserveGatewayCall()).toBe(false);
    await draining.stop();
    await openGateway(() => 5);
    await age(11);
    expect(await reserveGatewayCall()).toBe(false);
    expect(await areGatewaysFull()).toBe(false);
  });

  it("are only those of separate gateways where there are any, also if those have just stopped", async () => {
    await openGateway(() => 5);
    const separate = await openGateway(() => 1, true);
    expect(await reserve(3)).toBe(1);
    await separate.stop();
    expect(await reserveGatewayCall()).toBe(false);
    await age(600);
    await openGateway(() => 5);
    expect(await reserve(3)).toBe(3);
  });

  it("are removed by another gateway ten minutes later", async () => {
    await openGateway(() => 5);
    await age(601);
    await openGateway(() => 1);
    const [rows] = await plainBatch(plain.selectFrom("voice_gateways").select("free_calls"));
    expect(rows).toEqual([{ free_calls: 1 }]);
  });

  it("are free again when the reserved calls can no longer ring", async () => {
    await openGateway(() => 1);
    expect(await reserve(1)).toBe(1);
    await plainBatch(
      plain
        .updateTable("voice_gateways")
        .set({ reserved_until: [new Date(Date.now() - 1_000).toISOString()] }),
    );
    expect(await reserve(2)).toBe(1);
  });
});
