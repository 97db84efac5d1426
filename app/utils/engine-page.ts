import type { ClientActionFunctionArgs, ClientLoaderFunctionArgs } from "@remix-run/react";
import type { Engine } from "~/domain/engines";
import type { FormIntent } from "./forms/form-messages";
import type { FormResult } from "./forms/form-result";
import { invalidate, cached } from "./browser/client-cache";
import { formClientAction, loadOrFallback } from "./forms/offline-fallback";
import { deferOnArrival } from "./browser/defer-if-slow";

const cacheKey = (engine: Engine) => `the ${engine} page`;

/** Loader data of an engine's page when nothing could be loaded. */
const emptyPage = {
  recommendations: null,
  total: 0,
  week: null,
  example: null,
  trackRecord: null,
  verdict: null,
  samples: { texts: false, prices: false },
} as const;

/**
 * The `clientLoader` of an engine's page: caches its data for a minute and defers it on arrival. It also runs on
 * hydration, to cache the data of the document.
 */
export const engineClientLoader = <Page extends { recommendations: unknown }>(engine: Engine) => {
  const load = ({ request, serverLoader }: ClientLoaderFunctionArgs) => {
    const read = () => serverLoader<{ loaded: Page }>().then(({ loaded }) => loaded as Page);
    const page = cached(
      cacheKey(engine),
      () => loadOrFallback(cacheKey(engine), request, read, () => emptyPage as unknown as Page),
      ({ recommendations }) => recommendations !== null,
    );
    return deferOnArrival(request, page);
  };
  return Object.assign(load, { hydrate: true as const });
};

/** The `clientAction` of an engine's page: drops the cached data, whether the form succeeded or not. */
export const generateClientAction =
  (engine: Engine, intent: FormIntent) =>
  async (args: ClientActionFunctionArgs): Promise<FormResult | Response> => {
    try {
      return await formClientAction(intent)(args);
    } finally {
      invalidate(cacheKey(engine));
    }
  };
