import { redirectInScope } from "@/lib/http/page";

/** The settings open at their first page. */
export default async function Page() {
  await redirectInScope("/settings/workspace");
}
