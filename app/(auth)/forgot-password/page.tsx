import type { Metadata } from "next";
import { isMailOn } from "@/lib/platform/mail";
import { AskForm } from "./ask-form";

export const metadata: Metadata = { title: "Forgot your password" };
/** Whether mail leaves is the operator's setting when the page is asked for, not when it was built. */
export const dynamic = "force-dynamic";

export default function Page() {
  return <AskForm isMailOn={isMailOn} />;
}
