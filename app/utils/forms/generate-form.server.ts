import { z } from "zod";
import { describeRetryAfter } from "~/domain/retry-after";
import type { Viewer } from "~/domain/viewer";
import type { ServiceError } from "~/services/errors";
import type { FormHandler } from "./form-action.server";
import { messagesOf, type FormIntent } from "./form-result";
import { toasts } from "../toasts/toasts";

type GenerateIntent = Extract<FormIntent, `generate${string}`>;

/** There is nothing to fill in. */
export const noFields = z.object({});

/** The form of an engine's pages: a button that generates a recommendation. */
export const generateForm = (
  intent: GenerateIntent,
  generate: (viewer: Viewer | null) => Promise<unknown>,
): FormHandler<unknown> => ({
  isButton: true,
  async handle(_input, { viewer }) {
    await generate(viewer);
    return {};
  },
  describe: (refusal) => describe(intent, refusal),
});

function reasonOf({ kind, message, details }: ServiceError): string {
  if (kind === "unavailable") return "";
  const { retryAfterSeconds } = details;
  return retryAfterSeconds ? describeRetryAfter(retryAfterSeconds) : message;
}

/** The catalogue's words, and after them what the one who asked can do something about. */
function describe(intent: GenerateIntent, refusal: ServiceError): string {
  const { description } = toasts[messagesOf(intent).failed];
  const reason = reasonOf(refusal);
  return reason && reason !== description ? `${description}. ${reason}` : description;
}
