// A voice gateway with SIP over TCP and stand-in speech:
//   DATABASE_URL=… DATA_DIR=… TOOL_ALLOWED_HOSTS=127.0.0.1 node crash-sip-gateway.js
import { instant } from "@/bench/voice/providers";
import { makeGateway } from "@/lib/voice";

const HOST = "127.0.0.1";
const MAX_CALLS = 20;
const gateway = makeGateway(
  { of: async () => instant(() => undefined), close: async () => undefined },
  {
    maxCalls: MAX_CALLS,
    sip: {
      address: HOST,
      host: HOST,
      bind: HOST,
      tlsPort: null,
      tcpPort: 0,
      rtpPorts: { min: 21_000, max: 28_999 },
    },
  },
);
await gateway.announce({ isSeparate: true });
process.stdout.write("up\n");
// It exits with its parent.
process.stdin.on("end", () => process.exit(0)).resume();
