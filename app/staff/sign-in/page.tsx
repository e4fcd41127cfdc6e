import type { Metadata } from "next";
import { StaffSignIn } from "../_components/sign-in";

export const metadata: Metadata = { title: "Staff sign-in" };

export default function Page() {
  return <StaffSignIn />;
}
