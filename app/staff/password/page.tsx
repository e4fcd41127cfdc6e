import type { Metadata } from "next";
import { SetPassword } from "../_components/set-password";

export const metadata: Metadata = { title: "Set a password" };

export default function Page() {
  return <SetPassword />;
}
