// A voice gateway with SIP over TCP and stand-in speech:
//   DATABASE_URL=… DATA_DIR=… TOOL_ALLOWED_HOSTS=127.0.0.1:1024-65535 node crash-sip-gateway.js
import { instant } from "@/bench/voice/providers";
import { rms } from "@/lib/platform/audio";
import { makeGateway } from "@/lib/voice";
import type { Providers } from "@/lib/voice/providers";

const HOST = "127.0.0.1";
const MAX_CALLS = 20;
/** Louder than a line that is still. The callers send a tone, which no detector of speech takes for words. */
const LOUD = 0.02;
const vad: Providers["vad"] = async () => ({
  push: async (samples) => (rms(samples) > LOUD ? 0.99 : 0.01),
  close: () => undefined,
});
const gateway = makeGateway(
  { of: async () => instant({ vad }, () => undefined), close: () => Promise.resolve() },
  {
    maxCalls: MAX_CALLS,
    sip: {
      address: HOST,
      host: HOST,
      bind: HOST,
      tlsPort: null,
      tcpPort: 0,
      rtpPorts: { min: 21_000, max: 28_999 },
      stirTrustAnchors: null,
    },
  },
);
await gateway.announce({ isSeparate: true });
process.stdout.write("up\n");
// It exits with its parent.
process.stdin.on("end", () => process.exit(0)).resume();
