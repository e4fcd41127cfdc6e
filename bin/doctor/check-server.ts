import { codeOf, type Finding, failed, passed, warning } from "./finding";
import type { Answer, RequestAddress } from "./request-address";

type Input = { host: string; port: number; hasTls: boolean; request: RequestAddress };

const EVERY_ADDRESS: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
/** Names of the parts of a server, as in the answer of /readyz. */
const PART = /^[a-z_]{1,30}$/;

function addressOf({ host, port, hasTls }: Omit<Input, "request">): string {
  const name = EVERY_ADDRESS[host] ?? (host.includes(":") ? `[${host}]` : host);
  return `${hasTls ? "https" : "http"}://${name}:${port}/readyz`;
}

/** The state in an answer of /readyz; null if it is not one of Parley. */
function readinessOf({ status, body }: Answer): { isReady: boolean; down: string[] } | null {
  try {
    const { status: state, down } = JSON.parse(body) as { status?: unknown; down?: unknown };
    if (status === 200 && state === "ready") return { isReady: true, down: [] };
    if (status !== 503 || state !== "unavailable" || !Array.isArray(down)) return null;
    return { isReady: false, down: down.filter((name) => typeof name === "string" && PART.test(name)) };
  } catch {
    return null;
  }
}

/** Whether the server or gateway of this machine is ready. Without one, other machines can still serve requests. */
export async function checkServer({ request, ...address }: Input): Promise<Finding> {
  const { port } = address;
  let answer: Answer;
  try {
    answer = await request(addressOf(address), { acceptAnyCertificate: true });
  } catch (error) {
    const code = codeOf(error);
    return code === "ECONNREFUSED"
      ? warning(
          `no server runs on this machine (port ${port})`,
          "If this machine is to run one, start Parley. If it stops again, read DATA_DIR/logs/server.log.",
        )
      : failed(
          `the server of this machine does not answer (port ${port}, ${code})`,
          "Another program, or HTTP in place of HTTPS (TLS_CERT)? Else restart Parley, and read DATA_DIR/logs/server.log.",
        );
  }
  const readiness = readinessOf(answer);
  if (readiness === null)
    return failed(
      `another program answers at port ${port} (status ${answer.status})`,
      "Stop that program, or choose another PORT.",
    );
  if (readiness.isReady) return passed(`ready at port ${port}`);
  const { down } = readiness;
  if (down.length === 1 && down[0] === "calls")
    return warning(
      "the server accepts no new calls",
      "It drains before its end, or cannot keep up. Wait for its restart, or look at the load of this machine.",
    );
  return failed(
    `the server is not ready: ${down.join(", ")}`,
    "Correct the check of the named part. For pages, read DATA_DIR/logs/pages.log.",
  );
}
