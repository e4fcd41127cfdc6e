// A gateway in a separate process, as bin/gateway.ts runs it, whose transcriber and voice follow a script:
//   node gateway.js <script as JSON>      prints its port
import { serveGateway } from "@/bin/gateway/serve";
import { type Script, scripted } from "@/lib/voice/testing/providers";

const script = JSON.parse(process.argv[2] ?? "{}") as Script;
const voices = { of: async () => scripted(script), close: async () => undefined };
const port = await serveGateway(voices, { host: "127.0.0.1", port: 0 });
process.stdout.write(`${port}\n`);
