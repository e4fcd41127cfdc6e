import { notFound } from "next/navigation";
import { readPagePath, redirectInScope } from "@/lib/http/page";
import { findSection } from "../w/[workspace]/[environment]/_components/find-page";

/** `/calls/call_…` without a workspace, as in a guide, opens the page in the workspace that the person used last. */
export default async function Page() {
  const path = await readPagePath();
  const { pathname } = new URL(path, "http://localhost");
  if (findSection(pathname) === null && pathname !== "/notices") notFound();
  await redirectInScope(path);
}
