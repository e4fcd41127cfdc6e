import { expect, it } from "vitest";
import { MAX_BODY } from "./body";
import { openUpload } from "./upload";

const encoder = new TextEncoder();
const sent = (body: ReadableStream<Uint8Array>) =>
  new Request("http://localhost/v1/contacts/imports", {
    method: "POST",
    headers: { "content-type": "text/csv; charset=utf-8" },
    body,
    duplex: "half",
  } as RequestInit);

async function read(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const part of bytes) text += new TextDecoder().decode(part);
  return text;
}

it("a file is read as it arrives", async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of ["phone\n", "+12125550123\n"]) controller.enqueue(encoder.encode(part));
      controller.close();
    },
  });
  const { upload } = openUpload(sent(body), ["text/csv"], 100);
  expect(upload).toMatchObject({ mediaType: "text/csv", charset: "utf-8" });
  expect(await read(upload.content)).toBe("phone\n+12125550123\n");
});

it("a file that does not arrive in time is rejected with a message", async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode("phone\n")),
  });
  const { upload } = openUpload(sent(body), ["text/csv"], 100, 20);
  await expect(read(upload.content)).rejects.toMatchObject({
    code: "request_timeout",
    message: expect.stringContaining("Send it over a faster connection, or in smaller parts."),
  });
});

it("a file that is too long is rejected at the first excess byte", async () => {
  const { upload } = openUpload(sent(new Blob(["x".repeat(101)]).stream()), ["text/csv"], 100);
  await expect(read(upload.content)).rejects.toMatchObject({ code: "payload_too_large" });
});

it("a file that is no larger than an ordinary body can be read again, and a larger one once", async () => {
  const open = (max: number) =>
    openUpload(sent(new Blob(["phone\n", "+12125550123\n"]).stream()), ["text/csv"], max);
  const small = open(MAX_BODY);
  const digest = await small.digest();
  expect(await read(small.upload.content)).toBe("phone\n+12125550123\n");
  expect(await read(small.upload.content)).toBe("phone\n+12125550123\n");
  const large = open(MAX_BODY + 1);
  expect(await large.digest()).toEqual(digest);
  expect(await read(large.upload.content)).toBe("");
});
