import type { Engine } from "~/domain/engines";
import { forget, whileFresh } from "./fresh";
import { actOrAnswer } from "./no-answer";
import { onArrival } from "./soon-or-later";
import type { ToastKey } from "./toasts";

const keyOf = (engine: Engine) => `the ${engine} page`;

/**
 * For the `clientLoader` of an engine's page: only a page that one comes to shows its skeleton, and what
 * was read less than a minute ago is not read again.
 */
export function freshEnginePage<Page extends { recommendations: unknown }>(
  engine: Engine,
  request: Request,
  read: () => Promise<Page>,
): Promise<{ loaded: Page | Promise<Page> }> {
  const page = whileFresh(keyOf(engine), read, ({ recommendations }) => recommendations !== null);
  return onArrival(request, page);
}

/** For its `clientAction`: whatever came of it, the list is read anew. */
export async function generateOnServer<Answer>(
  engine: Engine,
  act: () => Promise<Answer>,
  failed: ToastKey,
): Promise<Answer | Response> {
  try {
    return await actOrAnswer(act, () => ({ toast: failed }));
  } finally {
    forget(keyOf(engine));
  }
}
