import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { Engine } from "~/domain/engines";
import type { FormIntent, FormResult } from "./forms/form-result";
import { invalidate, cached } from "./browser/client-cache";
import { formClientAction, loadOrFallback } from "./forms/offline-fallback";
import { deferOnArrival } from "./browser/defer-if-slow";

const keyOf = (engine: Engine) => `the ${engine} page`;

/** What an engine's page shows where nothing could be read. */
const unread = { recommendations: null, total: 0, example: null, trackRecord: null } as const;

/**
 * For the `clientLoader` of an engine's page: only a page that one comes to shows its skeleton, and what
 * was read less than a minute ago is not read again.
 */
export function freshEnginePage<Page extends { recommendations: unknown }>(
  engine: Engine,
  request: Request,
  read: () => Promise<Page>,
): Promise<{ loaded: Page | Promise<Page> }> {
  const page = cached(
    keyOf(engine),
    () => loadOrFallback(keyOf(engine), request, read, () => unread as unknown as Page),
    ({ recommendations }) => recommendations !== null,
  );
  return deferOnArrival(request, page);
}

/** For its `clientAction`: whatever came of it, the list is read anew. */
export const generateClientAction =
  (engine: Engine, intent: FormIntent) =>
  async (args: ClientActionFunctionArgs): Promise<FormResult | Response> => {
    try {
      return await formClientAction(intent)(args);
    } finally {
      invalidate(keyOf(engine));
    }
  };
