/** Receivers that verify a message. `docs/webhooks.md` has the same text, which a test runs against Parley. */
export const VERIFICATION_SAMPLES = {
  typescript: `import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET); // whsec_…

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const raw = Buffer.concat(chunks);
  let event;
  try {
    event = webhook.verify(raw, request.headers); // throws where the signature or the time is wrong
  } catch {
    return response.writeHead(400).end();
  }
  response.writeHead(204).end();
  console.log(event.type, event.id);
}).listen(8080);
`,
  python: `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

def is_genuine(secret: str, headers: dict, raw: bytes) -> bool:
    try:
        message, at = headers["webhook-id"], headers["webhook-timestamp"]
        if abs(time.time() - int(at)) > 300:
            return False
        given = headers["webhook-signature"].split(" ")
    except (KeyError, ValueError):
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message}.{at}.".encode() + raw
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)

class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        raw = self.rfile.read(int(self.headers["content-length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        genuine = is_genuine(os.environ["WEBHOOK_SECRET"], headers, raw)  # whsec_…
        self.send_response(204 if genuine else 400)
        self.end_headers()
        if genuine:
            event = json.loads(raw)
            print(event["type"], event["id"], flush=True)

HTTPServer(("", 8080), Handler).serve_forever()
`,
} as const;
