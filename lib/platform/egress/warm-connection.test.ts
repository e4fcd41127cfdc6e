import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttpClient } from "./http-client";
import { warmConnection } from "./warm-connection";

let server: Server;
let host: string;
let connections = 0;
const requests: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? "-"}`);
    response.statusCode = 404;
    response.end();
  });
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe("warmConnection", () => {
  it("opens the connection that the next request uses, once for several calls", async () => {
    const client = createHttpClient({ allowedHosts: [host] });
    await Promise.all(Array.from({ length: 5 }, () => warmConnection(client, `http://${host}/v1`)));
    expect(requests).toEqual(["OPTIONS / -"]);
    // The client has the connection back once the event loop has handled the end of the answer.
    await pause(50);
    await client.fetch(`http://${host}/v1/speech`, { timeoutMs: 20_000, maxBytes: 100 });
    expect(requests).toHaveLength(2);
    expect(connections).toBe(1);
    await client.close();
  });

  it("does nothing for an address that is refused or wrong", async () => {
    const client = createHttpClient({ allowedHosts: [] });
    const before = requests.length;
    await warmConnection(client, `http://${host}/v1`);
    await warmConnection(client, "not a url");
    await client.close();
    expect(requests).toHaveLength(before);
  });
});
