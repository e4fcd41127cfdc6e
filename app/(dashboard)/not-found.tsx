import { NotFoundState } from "@/components/states";

export default function NotFound() {
  return <NotFoundState order={1} />;
}
