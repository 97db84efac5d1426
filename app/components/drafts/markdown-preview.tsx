import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { Prose } from "~/components/ui/page";
import { useHydrated } from "~/utils/browser/hydrated";

/** How long the user must stop typing before the text is rendered. */
const PAUSE_MS = 500;

interface MarkdownPreviewProps {
  field: string;
  /** HTML rendered by the server after a native post of the button. */
  html?: string | undefined;
  /** Whether it stands beside the fields, where it is always open once scripts run. */
  isBeside?: boolean;
}

/** Place it after the form's submit button, so that the Enter key never presses it. */
export function MarkdownPreview({ field, html, isBeside = false }: MarkdownPreviewProps) {
  const within = useRef<HTMLDivElement>(null);
  const isHydrated = useHydrated();
  const [isOpened, setIsOpen] = useState(html !== undefined);
  const isOpen = isOpened || (isBeside && isHydrated);
  const live = useLivePreview(within, field, isOpen && isHydrated);
  const shown = live ?? html;
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
          {shown ? <Prose html={shown} /> : <p className="text-muted">Nothing to show yet.</p>}
        </section>
      ) : null}
    </div>
  );
}

/** @returns the field's text as HTML, rendered again while the user types; `null` before the first response */
function useLivePreview(
  within: React.RefObject<HTMLElement | null>,
  field: string,
  isActive: boolean,
): string | null {
  const [html, setHtml] = useState<string | null>(null);
  useEffect(() => {
    const form = within.current?.closest("form");
    const input = form?.elements.namedItem(field);
    if (!isActive || !(input instanceof HTMLTextAreaElement)) return;
    let timer = 0;
    let request = new AbortController();
    const render = async () => {
      request.abort();
      request = new AbortController();
      const { signal } = request;
      const body = new URLSearchParams({ content: input.value });
      try {
        const response = await fetch("/drafts/preview", { method: "POST", body, signal });
        const answer = (await response.json()) as { html?: string };
        if (answer.html !== undefined) setHtml(answer.html);
      } catch {
        // The request was aborted, or there is no connection: keep the last preview.
      }
    };
    const onInput = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void render(), PAUSE_MS);
    };
    void render();
    input.addEventListener("input", onInput);
    return () => {
      window.clearTimeout(timer);
      request.abort();
      input.removeEventListener("input", onInput);
    };
  }, [within, field, isActive]);
  return html;
}
