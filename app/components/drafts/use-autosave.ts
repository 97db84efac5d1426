import { useEffect, useRef, useState, type RefObject } from "react";
import { draftFields, isBlankDraft, type DraftForm } from "~/domain/drafts";
import { forgetText, keepText, type TypedText } from "~/utils/browser/kept-text";
import { useViewer } from "~/utils/root-data";
import { readTyped } from "./typed-text";

/** How long nothing is typed before it is saved. */
const PAUSE_MS = 2_000;

/** A draft on the server, as far as the form knows it. */
export interface SavedDraft {
  id: string;
  /** ISO 8601 */
  savedAt: string;
}

interface AutosaveOptions {
  /** The form, or an element within it. */
  within: RefObject<HTMLElement | null>;
  form: DraftForm;
  hub: string | null;
  /** The name under which the browser keeps what the server does not have. */
  name: string;
  draft: SavedDraft | null;
}

export type SaveStatus = "idle" | "saving" | "saved" | "kept";

/**
 * Saves what is typed into a form as a draft, and keeps in the browser what cannot be saved: at once when it is
 * typed, until the server has it.
 *
 * @returns the draft as last saved, what became of the last change, and a function that saves at once
 */
export function useAutosave({ within, form, hub, name, draft }: AutosaveOptions) {
  const viewerId = useViewer()?.id ?? null;
  // Whose it is, also after the session has ended.
  const owner = useRef(viewerId);
  if (viewerId !== null) owner.current = viewerId;
  const [saved, setSaved] = useState(draft);
  const [status, setStatus] = useState<SaveStatus>("idle");
  const savedRef = useRef(saved);
  const saver = useRef({ timer: 0, isRunning: false, isWaiting: false, isOver: false });

  const formOf = () => within.current?.closest("form") ?? null;

  async function save(): Promise<void> {
    const element = formOf();
    const state = saver.current;
    window.clearTimeout(state.timer);
    if (!element || state.isOver) return;
    if (state.isRunning) {
      state.isWaiting = true;
      return;
    }
    const text = readTyped(element, draftFields[form]);
    if (isBlankDraft(text)) return;
    state.isRunning = true;
    setStatus("saving");
    const result = await send(element, text);
    state.isRunning = false;
    if (result && !state.isOver) {
      savedRef.current = result;
      setSaved(result);
      // What was typed meanwhile is saved by the next turn.
      if (!state.isWaiting) forgetText(name);
    }
    setStatus(result ? "saved" : "kept");
    if (state.isWaiting) {
      state.isWaiting = false;
      await save();
    }
  }

  async function send(element: HTMLFormElement, text: TypedText): Promise<SavedDraft | null> {
    const key = (element.elements.namedItem("formKey") as HTMLInputElement | null)?.value;
    const { id, savedAt } = savedRef.current ?? {};
    const about = { form, hub, formKey: key, draft: id, savedAt };
    const body = new URLSearchParams(
      Object.entries({ ...text, ...about }).filter(([, value]) => !!value) as [string, string][],
    );
    try {
      const response = await fetch("/drafts/save", { method: "POST", body, keepalive: true });
      return response.ok ? ((await response.json()) as SavedDraft) : null;
    } catch {
      return null;
    }
  }

  const saveRef = useRef(save);
  useEffect(() => void (saveRef.current = save));

  useEffect(() => {
    const element = formOf();
    const state = saver.current;
    state.isOver = false;
    if (!element) return;
    const keep = () => {
      const text = readTyped(element, draftFields[form]);
      // With the form's key, what is put back later is saved as the same draft.
      if (isBlankDraft(text)) forgetText(name);
      else keepText(name, owner.current, { ...text, ...readTyped(element, ["formKey"]) });
    };
    const onInput = (event: Event) => {
      // What is put back by a script is kept already.
      if (!(event.target as HTMLInputElement).name) return;
      keep();
      window.clearTimeout(state.timer);
      if (owner.current) state.timer = window.setTimeout(() => void saveRef.current(), PAUSE_MS);
    };
    const onSubmit = () => window.clearTimeout(state.timer);
    const onHide = () => {
      if (document.visibilityState === "hidden" && state.timer && owner.current) {
        void saveRef.current();
      }
    };
    element.addEventListener("input", onInput);
    element.addEventListener("submit", onSubmit);
    document.addEventListener("visibilitychange", onHide);
    return () => {
      state.isOver = true;
      window.clearTimeout(state.timer);
      element.removeEventListener("input", onInput);
      element.removeEventListener("submit", onSubmit);
      document.removeEventListener("visibilitychange", onHide);
    };
    // The form stays the same element while it is mounted.
  }, [form, name]);

  return { saved, status, save };
}
