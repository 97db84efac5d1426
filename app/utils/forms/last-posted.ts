import type { FetcherWithComponents } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { FormResult } from "./form-result";

/**
 * The id of the last item a fetcher's form created. Used as the form's `key`, it empties the form
 * after each success but keeps the input after a later error.
 * @param onPosted called once per item, after the page has revalidated
 */
export function useLastPosted(
  { state, data }: Pick<FetcherWithComponents<FormResult>, "state" | "data">,
  onPosted?: (id: string) => void,
): string | undefined {
  const [lastId, setLastId] = useState<string>();
  if (data?.posted && data.posted !== lastId) setLastId(data.posted);

  const onPostedRef = useRef(onPosted);
  useEffect(() => void (onPostedRef.current = onPosted));
  const posted = state === "idle" ? data?.posted : undefined;
  useEffect(() => {
    if (posted) onPostedRef.current?.(posted);
  }, [posted]);
  return lastId;
}
