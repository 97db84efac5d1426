import type { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { FormResult } from "./form-result";

/**
 * What a fetcher's form has stored last, whatever became of the form since: a form whose `key` this is
 * starts empty after each success, and keeps what is typed in it when a later one is refused.
 *
 * @param onPosted called once for each, when the page has been read anew
 * @returns the id of what was stored last, if anything was
 */
export function useLastPosted(
  { state, data }: Pick<ReturnType<typeof useFetcher<FormResult>>, "state" | "data">,
  onPosted?: (id: string) => void,
): string | undefined {
  const [last, setLast] = useState<string>();
  if (data?.posted && data.posted !== last) setLast(data.posted);

  const call = useRef(onPosted);
  useEffect(() => void (call.current = onPosted));
  const posted = state === "idle" ? data?.posted : undefined;
  useEffect(() => {
    if (posted) call.current?.(posted);
  }, [posted]);
  return last;
}
