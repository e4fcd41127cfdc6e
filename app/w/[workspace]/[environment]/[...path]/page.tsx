import { notFound } from "next/navigation";

/** An address of a workspace that no page has: the not-found page is shown below the navigation. */
export default function Page(): never {
  notFound();
}
