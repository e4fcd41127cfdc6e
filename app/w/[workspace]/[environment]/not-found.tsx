import type { Metadata } from "next";
import { Lost } from "./_components/lost";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return <Lost />;
}
