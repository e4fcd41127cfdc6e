import { redirectInScope } from "@/lib/http/page";

/** Opens the home page of the workspace that the person used last; without a session, the sign-in page. */
export default async function Page() {
  await redirectInScope("/");
}
