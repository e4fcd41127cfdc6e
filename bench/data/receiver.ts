// Subscribers' servers in a separate process, one per path; `/hanging` accepts a message and never responds.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Milliseconds from an event to its message, of those that came since the last report. */
export type ReceiverStats = { latencies: number[]; hanging: number };

let stats: ReceiverStats = { latencies: [], hanging: 0 };

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => {
    body += chunk;
  });
  request.on("end", () => {
    if (request.url === "/hanging") {
      stats.hanging += 1;
      return;
    }
    // The time stands before what the event is about, and is not to be looked for by reading it all.
    const at = /"timestamp":"([^"]+)"/.exec(body)?.[1] ?? "";
    stats.latencies.push(Date.now() - Date.parse(at));
    response.writeHead(204).end();
  });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("message", () => {
  process.send?.(stats);
  stats = { latencies: [], hanging: 0 };
});
process.on("disconnect", () => process.exit(0));
