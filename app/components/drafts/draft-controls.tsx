import { useEffect, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { draftFields, type DraftForm } from "~/domain/drafts";
import { useHydrated } from "~/utils/browser/hydrated";
import { forgetText, readKeptText, type TypedText } from "~/utils/browser/kept-text";
import type { FormResult } from "~/utils/forms/form-result";
import { useViewer } from "~/utils/root-data";
import {
  readTyped,
  writeTyped,
  useAutosave,
  type SavedDraft,
  type SaveStatus,
} from "./use-autosave";

export interface OpenedDraft extends SavedDraft {
  fields: Record<string, string>;
}

/** @returns the draft that a rejected form was saved as, or `null` */
export function submittedDraft(result: FormResult | undefined): SavedDraft | null {
  const { draft, savedAt } = (result?.submission?.initialValue ?? {}) as Record<string, unknown>;
  return typeof draft === "string" && typeof savedAt === "string" ? { id: draft, savedAt } : null;
}

interface DraftControlsProps {
  form: DraftForm;
  hub?: string;
  draft: SavedDraft | null;
}

/** Controls within a form: the button to save it as a draft, which happens automatically as well, and the status. */
export function DraftControls({ form, hub, draft }: DraftControlsProps) {
  const within = useRef<HTMLDivElement>(null);
  const isSignedIn = useViewer() !== null;
  const isHydrated = useHydrated();
  const name = [form, hub, draft?.id].filter(Boolean).join(" ");
  const { saved, status, save } = useAutosave({ within, form, hub: hub ?? null, name, draft });
  return (
    <div ref={within} className="grid justify-items-start gap-3">
      {saved ? (
        <>
          <input type="hidden" name="draft" value={saved.id} />
          <input type="hidden" name="savedAt" value={saved.savedAt} />
        </>
      ) : null}
      <KeptText within={within} form={form} name={name} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {isSignedIn ? (
          <Button
            name="intent"
            value="saveDraft"
            variant="secondary"
            size="sm"
            formNoValidate
            pending={status === "saving"}
            onClick={(event) => {
              if (!isHydrated) return;
              event.preventDefault();
              void save();
            }}
          >
            Save draft
          </Button>
        ) : null}
        <p role="status" className="text-sm text-muted">
          {statusText(status, saved)}
        </p>
        {isSignedIn ? (
          <Link to="/drafts" className="link text-sm touch">
            Your drafts
          </Link>
        ) : null}
      </div>
    </div>
  );
}

function statusText(status: SaveStatus, saved: SavedDraft | null): string {
  if (status === "kept") return "Not saved yet. Your text is kept in this browser.";
  if (status !== "saved" || !saved) return "";
  const time = new Date(saved.savedAt).toLocaleTimeString("en-GB", { timeStyle: "short" });
  return `Draft saved at ${time}.`;
}

interface KeptTextProps {
  within: React.RefObject<HTMLElement | null>;
  form: DraftForm;
  name: string;
}

/** Offers to restore text that the browser kept because it was never saved on the server. */
function KeptText({ within, form, name }: KeptTextProps) {
  const viewerId = useViewer()?.id ?? null;
  const [kept, setKept] = useState<TypedText | null>(null);
  useEffect(() => {
    const element = within.current?.closest("form");
    if (!element) return;
    const text = readKeptText(name, viewerId);
    const typed = readTyped(element, draftFields[form]);
    const isUnchanged = Object.entries(typed).every(([field, value]) => text?.[field] === value);
    setKept(isUnchanged ? null : text);
    // Not when other dependencies change: only text kept before the form was opened is offered.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [name, viewerId]);
  if (!kept) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 rounded border border-line px-4 py-3 text-base">
      <p>This browser has kept what you typed here before.</p>
      <Button
        type="button"
        size="sm"
        variant="secondary"
        onClick={() => {
          const element = within.current?.closest("form");
          if (element) writeTyped(element, kept);
          setKept(null);
        }}
      >
        Restore it
      </Button>
      <Button
        type="button"
        size="sm"
        variant="danger"
        onClick={() => {
          forgetText(name);
          setKept(null);
        }}
      >
        Discard
      </Button>
    </div>
  );
}
