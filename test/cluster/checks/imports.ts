import { waitUntil } from "@/test/fixtures/wait-until";
import type { Row } from "../../fixtures/report-table";
import type { Cluster } from "../cluster";
import { requireStatus, type TestWorkspace } from "../workspace";

const FILES = 2;
const ROWS = 1_500;
/** Makes each file about 1 MB, so that an upload takes several reads. */
const NOTE = "x".repeat(600);

const fileOf = (n: number): string =>
  [
    "phone,name,note",
    ...Array.from({ length: ROWS }, (_, row) => `+1303${2_000_000 + n * ROWS + row},Person ${row},${NOTE}`),
    "",
  ].join("\n");

/** Files uploaded at one server are imported by a worker, and both servers list the contacts. */
export async function checkImports({ proxy }: Cluster, workspace: TestWorkspace): Promise<Row[]> {
  const { send } = workspace;
  const total = async () => {
    const answer = requireStatus(
      await send("GET", "/v1/contacts?limit=1&include_total=true"),
      200,
      "The contacts",
    );
    return { total: Number(answer.json.total), node: await proxy.nodeOf(answer.requestId) };
  };
  const before = (await total()).total;
  const query = new URLSearchParams({
    consents: "informational:call",
    attest: "true",
    consent_source: "a form",
  });
  const uploads = [];
  for (let n = 0; n < FILES; n++)
    uploads.push(
      requireStatus(
        await send("POST", `/v1/contacts/imports?${query}`, {
          raw: fileOf(n),
          headers: { "content-type": "text/csv" },
        }),
        202,
        "An import",
      ),
    );
  const nodes = new Set(await Promise.all(uploads.map(({ requestId }) => proxy.nodeOf(requestId))));
  let completed = 0;
  let problems = "";
  for (const { json } of uploads) {
    let status = "";
    await waitUntil("an import ends", async () => {
      const answer = requireStatus(await send("GET", `/v1/contacts/imports/${json.id}`), 200, "An import");
      status = String(answer.json.status);
      problems = JSON.stringify((answer.json.errors as unknown[])[0] ?? "");
      return status === "completed" || status === "failed";
    });
    if (status === "completed") completed++;
    else throw new Error(`An import has failed: ${problems}`);
  }
  const counts = [await total(), await total(), await total(), await total()];
  const added = new Set(counts.map((count) => count.total - before));
  const readers = new Set(counts.map(({ node }) => node));
  return [
    {
      check: `imports: ${FILES} files of 1 MB`,
      measured: `${completed} completed, uploaded at ${nodes.size} servers, ${[...added].join(" or ")} contacts listed by ${readers.size} servers`,
      expected: `${FILES}, ${FILES * ROWS} contacts at both servers`,
      ok: completed === FILES && added.size === 1 && added.has(FILES * ROWS) && readers.size === 2,
    },
  ];
}
