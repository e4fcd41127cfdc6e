import { redirect } from "next/navigation";
import { requireSession } from "@/lib/http/page";

/** The start leads to the work, and who is not signed in to the sign-in. */
export default async function Page() {
  await requireSession();
  redirect("/agents");
}
