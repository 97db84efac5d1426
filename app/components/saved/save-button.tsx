import { useLocation } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { RedirectField, useFormFetcher } from "~/components/ui/form";
import { BookmarkedIcon, BookmarkIcon } from "~/components/ui/icons";
import type { SavedKind } from "~/domain/saved";
import { useViewer } from "~/utils/root-data";

interface SaveButtonProps {
  kind: SavedKind;
  id: string;
  isSaved: boolean;
  /** Names it for screen readers, where a page has several buttons. */
  title?: string;
  /** The id of the element to return to after a native post. */
  anchor?: string;
  /** Shows only the icon. */
  isCompact?: boolean;
  className?: string;
}

/** Saves something for later, or removes it again. Only for people who are signed in. */
export function SaveButton(props: SaveButtonProps) {
  const { kind, id, isSaved, title, anchor, isCompact = false, className } = props;
  const fetcher = useFormFetcher();
  const { pathname, search } = useLocation();
  if (useViewer() === null) return null;
  const sent = fetcher.formData?.get("intent");
  const isShownSaved = sent ? sent === "save" : isSaved;
  const label = isShownSaved ? "Saved" : "Save";
  return (
    <fetcher.Form method="post" action="/saved" className={className}>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      <RedirectField to={`${pathname}${search}${anchor ? `#${anchor}` : ""}`} />
      <Button
        name="intent"
        value={isShownSaved ? "unsave" : "save"}
        variant="quiet"
        size="sm"
        title={isCompact ? label : undefined}
      >
        {isShownSaved ? <BookmarkedIcon /> : <BookmarkIcon />}
        <span className={isCompact ? "sr-only" : undefined}>{label}</span>
        <span className="sr-only">
          {isShownSaved ? " (remove)" : null}
          {title ? (
            <>
              : <span dir="auto">{title}</span>
            </>
          ) : null}
        </span>
      </Button>
    </fetcher.Form>
  );
}
