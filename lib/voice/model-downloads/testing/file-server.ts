import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type FileServer = {
  url: string;
  /** The file and its version. */
  file: { bytes: Buffer; etag: string | null };
  /** Answers instead of the file, once each, in order. */
  answers: ((request: IncomingMessage, response: ServerResponse) => void)[];
  /** The Range header of each request. */
  ranges: (string | undefined)[];
  close(): Promise<void>;
};

/** Serves one file with ranges, on this machine. */
export async function openFileServer(bytes: Buffer): Promise<FileServer> {
  const served: Pick<FileServer, "file" | "answers" | "ranges"> = {
    file: { bytes, etag: '"1"' },
    answers: [],
    ranges: [],
  };
  const server = createServer((request, response) => {
    const { range, "if-range": ifRange } = request.headers;
    served.ranges.push(range);
    const answer = served.answers.shift();
    if (answer !== undefined) return answer(request, response);
    const { bytes: whole, etag } = served.file;
    const start = range !== undefined && ifRange === etag ? Number(/\d+/.exec(range)?.[0]) : 0;
    if (etag !== null) response.setHeader("etag", etag);
    if (start >= whole.length) return void response.writeHead(416).end();
    if (start > 0)
      response.writeHead(206, { "content-range": `bytes ${start}-${whole.length - 1}/${whole.length}` });
    else response.writeHead(200, { "content-length": whole.length });
    response.end(whole.subarray(start));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...served,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/model.tar.bz2`,
    get file() {
      return served.file;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A client that has not read yet loses what arrives with a broken connection. */
const READ_MS = 400;

/** Sends the first part of the file, then breaks the connection. */
export const breakAfter =
  (server: FileServer, count: number, start = 0) =>
  (_: IncomingMessage, response: ServerResponse): void => {
    const { bytes, etag } = server.file;
    const headers = { ...(etag !== null && { etag }), "content-length": bytes.length - start };
    const range = { "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` };
    response.writeHead(start > 0 ? 206 : 200, { ...headers, ...(start > 0 && range) });
    response.write(bytes.subarray(start, start + count), () => setTimeout(() => response.destroy(), READ_MS));
  };
