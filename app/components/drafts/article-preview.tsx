import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { TextLink } from "~/components/ui/link";
import { Prose } from "~/components/ui/page";
import type { ArticlePreview as Preview } from "~/services/drafts/preview.server";
import { useHydrated } from "~/utils/browser/hydrated";

/** How long the user must stop typing before the preview follows. */
const PAUSE_MS = 500;

interface ArticlePreviewProps {
  /** By the server, after a native post of the button. */
  preview?: Preview | undefined;
  /** Whether the article is not posted yet, so that its link may not be posted either. */
  isNew?: boolean;
  /** Whether it stands beside the fields, where it is always open once scripts run. */
  isBeside?: boolean;
}

/** Place it after the form's submit button, so that the Enter key never presses it. */
export function ArticlePreview({ preview, isNew = false, isBeside = false }: ArticlePreviewProps) {
  const within = useRef<HTMLDivElement>(null);
  const isHydrated = useHydrated();
  const [isOpened, setIsOpen] = useState(preview !== undefined);
  const isOpen = isOpened || (isBeside && isHydrated);
  const live = useLivePreview(within, isNew, isOpen && isHydrated);
  const shown = live ?? preview;
  return (
    <div
      ref={within}
      className={clsx(
        "grid grid-cols-1 justify-items-start gap-3",
        isBeside && "lg:sticky lg:top-24",
      )}
    >
      {isBeside && isHydrated ? null : (
        <Button
          name="intent"
          value="preview"
          variant="secondary"
          size="sm"
          formNoValidate
          aria-expanded={isHydrated ? isOpen : undefined}
          onClick={(event) => {
            if (!isHydrated) return;
            event.preventDefault();
            setIsOpen(!isOpen);
          }}
        >
          {isHydrated && isOpen ? "Close the preview" : "Preview"}
        </Button>
      )}
      {isOpen ? (
        <section
          aria-label="Preview"
          aria-live="polite"
          className="w-full rounded border border-line px-5 py-4"
        >
          {shown?.existingId ? (
            <p className="mb-4 font-medium">
              This link has already been posted.{" "}
              <TextLink to={`/article/${shown.existingId}`}>Go to the article</TextLink>
            </p>
          ) : null}
          {shown?.html ? (
            <Prose html={shown.html} />
          ) : (
            <p className="text-muted">Your note is shown here as readers will see it.</p>
          )}
          <p className="mt-4 border-t border-line pt-3 text-sm text-muted">
            {shown?.assets.length
              ? `The sentiment engine will count what you write about ${shown.assets.join(", ")}.`
              : "The sentiment engine finds no asset in it. It counts those named in title, summary and note."}
          </p>
        </section>
      ) : null}
    </div>
  );
}

/** @returns the preview by the server, made again while the user types; `null` before the first response */
function useLivePreview(
  within: React.RefObject<HTMLElement | null>,
  isNew: boolean,
  isActive: boolean,
): Preview | null {
  const [preview, setPreview] = useState<Preview | null>(null);
  useEffect(() => {
    const form = within.current?.closest("form");
    if (!isActive || !form) return;
    const names = ["title", "summary", "content", ...(isNew ? ["url"] : [])];
    let timer = 0;
    let request = new AbortController();
    const read = async () => {
      request.abort();
      request = new AbortController();
      const { signal } = request;
      const typed = new FormData(form);
      const body = new URLSearchParams(
        names.map((name) => [name, typed.get(name)?.toString() ?? ""]),
      );
      try {
        const response = await fetch("/drafts/preview", { method: "POST", body, signal });
        if (response.ok) setPreview((await response.json()) as Preview);
      } catch {
        // The request was aborted, or there is no connection: keep the last preview.
      }
    };
    const onInput = ({ target }: Event) => {
      if (!names.includes((target as HTMLInputElement).name)) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void read(), PAUSE_MS);
    };
    void read();
    form.addEventListener("input", onInput);
    return () => {
      window.clearTimeout(timer);
      request.abort();
      form.removeEventListener("input", onInput);
    };
  }, [within, isNew, isActive]);
  return preview;
}
