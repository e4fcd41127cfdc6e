import { LoadingState } from "@/components/states";

export default function Loading() {
  return <LoadingState />;
}
