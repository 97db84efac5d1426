import { useEffect, useRef, useState, type RefObject } from "react";
import { draftFields, isBlankDraft, type DraftForm } from "~/domain/drafts";
import { forgetText, keepText, type TypedText } from "~/utils/browser/kept-text";
import { useViewer } from "~/utils/root-data";

/** How long the user must stop typing before the draft is saved. */
const PAUSE_MS = 2_000;

/** The draft on the server, as the form last saved it. */
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
  /** The name under which the browser keeps text that the server does not have. */
  name: string;
  draft: SavedDraft | null;
}

export type SaveStatus = "idle" | "saving" | "saved" | "kept";

/** Saves a form as a draft while the user types, and keeps each change in the browser until it has been saved. */
export function useAutosave({ within, form, hub, name, draft }: AutosaveOptions) {
  const viewerId = useViewer()?.id ?? null;
  // The user who typed the text, even after the session has ended.
  const owner = useRef(viewerId);
  if (viewerId !== null) owner.current = viewerId;
  const [saved, setSaved] = useState(draft);
  const [status, setStatus] = useState<SaveStatus>("idle");
  const savedRef = useRef(saved);
  const saver = useRef({ timer: 0, isRunning: false, hasNewerText: false, isUnmounted: false });

  const formOf = () => within.current?.closest("form") ?? null;
  const cancelTimer = () => {
    window.clearTimeout(saver.current.timer);
    saver.current.timer = 0;
  };

  async function save(): Promise<void> {
    const element = formOf();
    const state = saver.current;
    cancelTimer();
    if (!element || state.isUnmounted) return;
    if (state.isRunning) {
      state.hasNewerText = true;
      return;
    }
    const text = readTyped(element, draftFields[form]);
    if (isBlankDraft(text)) return;
    state.isRunning = true;
    setStatus("saving");
    const result = await send(element, text);
    state.isRunning = false;
    if (result && !state.isUnmounted) {
      savedRef.current = result;
      setSaved(result);
      // If the user typed meanwhile, the save below stores that text.
      if (!state.hasNewerText) forgetText(name);
    }
    setStatus(result ? "saved" : "kept");
    if (state.hasNewerText) {
      state.hasNewerText = false;
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
    state.isUnmounted = false;
    if (!element) return;
    const keep = () => {
      const text = readTyped(element, draftFields[form]);
      // Includes the form's key, so that text restored later is saved as the same draft.
      if (isBlankDraft(text)) forgetText(name);
      else keepText(name, owner.current, { ...text, ...readTyped(element, ["formKey"]) });
    };
    const onInput = (event: Event) => {
      // Fields without a name are not part of the draft.
      if (!(event.target as HTMLInputElement).name) return;
      keep();
      cancelTimer();
      if (owner.current) state.timer = window.setTimeout(() => void saveRef.current(), PAUSE_MS);
    };
    const onHide = () => {
      if (document.visibilityState === "hidden" && state.timer && owner.current) {
        void saveRef.current();
      }
    };
    element.addEventListener("input", onInput);
    element.addEventListener("submit", cancelTimer);
    document.addEventListener("visibilitychange", onHide);
    return () => {
      state.isUnmounted = true;
      cancelTimer();
      element.removeEventListener("input", onInput);
      element.removeEventListener("submit", cancelTimer);
      document.removeEventListener("visibilitychange", onHide);
    };
    // The form element itself does not change while it is mounted.
  }, [form, name]);

  return { saved, status, save };
}

/** @returns the values of the named fields */
export function readTyped(form: HTMLFormElement, names: readonly string[]): TypedText {
  const data = new FormData(form);
  return Object.fromEntries(
    names.map((name) => {
      const value = data.get(name);
      return [name, typeof value === "string" ? value : ""];
    }),
  );
}

/** Writes values into the form's fields, with the input events that typing would fire. */
export function writeTyped(form: HTMLFormElement, text: TypedText): void {
  for (const [name, value] of Object.entries(text)) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList) field.value = value;
    else if (isTextField(field)) setValue(field, value);
  }
}

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isTextField = (field: Element | null): field is TextField =>
  field instanceof HTMLInputElement ||
  field instanceof HTMLTextAreaElement ||
  field instanceof HTMLSelectElement;

function setValue(field: TextField, value: string): void {
  if (field.value === value) return;
  field.value = value;
  // For listeners such as the field's character counter.
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
