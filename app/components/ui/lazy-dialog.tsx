import { lazy, Suspense, useState } from "react";
import type { DialogProps } from "./dialog";

const load = () => import("./dialog");
const Dialog = lazy(load);

/** Fetches the dialog's code ahead, for when a pointer or the focus comes near what opens it. */
export const preloadDialog = () => void load();

/**
 * A dialog whose code is fetched when it first opens. Nothing is drawn before that, so what opens it
 * must work without it: a link to a page that does the same.
 */
export function LazyDialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open);
  // Once there it stays, or it could not be seen to close.
  if (props.open && !wanted) setWanted(true);
  return wanted ? (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  ) : null;
}
