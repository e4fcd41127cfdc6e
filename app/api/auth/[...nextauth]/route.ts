import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth/next-auth";

/** A sign-in form with the longest address and password has less; what is larger is none. */
const MAX_FORM_OCTETS = 16_384;

type Context = { params: Promise<{ nextauth: string[] }> };

const handle = async (request: Request, context: Context): Promise<Response> =>
  NextAuth(request as never, context as never, authOptions()) as Promise<Response>;

export const GET = handle;

export async function POST(request: Request, context: Context): Promise<Response> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (!(length <= MAX_FORM_OCTETS)) return new Response(null, { status: 413 });
  return handle(request, context);
}
