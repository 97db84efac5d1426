/**
 * What was typed and is not on the server, kept in the browser: for when the tab closes, the session has ended, or
 * there is no connection. It is shown again to the same person alone, and forgotten when they sign out.
 */
const PREFIX = "typed:";

/** By the names of the form's fields. */
export type TypedText = Record<string, string>;

interface KeptText {
  /** The id of the person who typed it; `null` for a visitor. */
  owner: string | null;
  text: TypedText;
}

/** Keeps what was typed. A browser that stores nothing, or is full, keeps nothing. */
export function keepText(name: string, owner: string | null, text: TypedText): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify({ owner, text } satisfies KeptText));
  } catch {
    // Then only the page has it.
  }
}

/** @returns what this person typed, or a visitor before them, or `null` */
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

/** Forgets what was typed into one form. */
export function forgetText(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Then nothing is kept either.
  }
}

/** Forgets all that was typed, so that whoever uses the browser next does not see it. */
export function forgetAllTexts(): void {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    for (const name of names) localStorage.removeItem(name);
  } catch {
    // Then nothing is kept either.
  }
}
