/**
 * Keeps text in the browser that was typed but is not on the server, in case the tab is closed, the session ends or
 * the connection is lost. It is only shown again to the user who typed it, and deleted when they sign out.
 */
const PREFIX = "typed:";

/** The text of each field, by the field's name. */
export type TypedText = Record<string, string>;

interface KeptText {
  /** The id of the user who typed the text; `null` for a visitor who was not signed in. */
  owner: string | null;
  text: TypedText;
}

/** Stores the text that was typed into one form. Does nothing if local storage is disabled or full. */
export function keepText(name: string, owner: string | null, text: TypedText): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify({ owner, text } satisfies KeptText));
  } catch {
    // The text is then only in the page.
  }
}

/** @returns the text that this user, or a visitor before signing in, typed into a form; `null` if there is none */
export function readKeptText(name: string, owner: string | null): TypedText | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
    if (!isKeptText(stored)) return null;
    return stored.owner === null || stored.owner === owner ? stored.text : null;
  } catch {
    return null;
  }
}

const isKeptText = (stored: unknown): stored is KeptText => {
  const { owner, text } = (stored ?? {}) as Partial<KeptText>;
  const isOwned = owner === null || typeof owner === "string";
  return (
    isOwned &&
    typeof text === "object" &&
    text !== null &&
    Object.values(text).every((value) => typeof value === "string")
  );
};

/** Deletes the text that is kept for one form. */
export function forgetText(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Local storage is disabled, so it contains no text.
  }
}

/** Deletes all kept texts, so that the next user of the browser does not see them. */
export function forgetAllTexts(): void {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    for (const name of names) localStorage.removeItem(name);
  } catch {
    // Local storage is disabled, so it contains no text.
  }
}
