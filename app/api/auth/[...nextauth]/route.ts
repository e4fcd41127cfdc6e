import NextAuth from "next-auth";
import { authOptions } from "./options";

/** A sign-in form with the longest address and password has less; what is larger is none. */
const MAX_FORM_OCTETS = 16_384;

/** What the product's own forms use of next-auth. The rest of it (pages, a log that anybody may write to) is not there. */
const ACTIONS = new Set(["GET csrf", "POST callback/credentials", "POST signout"]);

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: Request, context: Context): Promise<Response> {
  const action = (await context.params).nextauth.join("/");
  if (!ACTIONS.has(`${request.method} ${action}`)) return new Response(null, { status: 404 });
  const isForm = request.method === "POST";
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (isForm && !(length <= MAX_FORM_OCTETS)) return new Response(null, { status: 413 });
  return NextAuth(request as never, context as never, authOptions()) as Promise<Response>;
}

export { handle as GET, handle as POST };
