import { z } from "zod";
import { describeRetryAfter } from "~/domain/retry-after";
import type { Viewer } from "~/domain/viewer";
import type { ServiceError } from "~/services/errors";
import { isPreview } from "~/services/recommendations/engine.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import type { MomentumRow, SentimentRow } from "~/models/recommendation.server";
import type { SerializedRecommendation } from "~/presenters/recommendations";
import { formAction, type FormHandler } from "./form-action.server";
import { messagesOf, type FormIntent } from "./form-messages";

type GenerateIntent = Extract<FormIntent, `generate${string}` | "previewMomentum">;

interface GenerateForm {
  intent: GenerateIntent;
  generate: (viewer: Viewer | null) => Promise<MomentumRow | SentimentRow>;
  /**
   * Reads the current preview, which is the same for everybody. A repeated post, such as a reload, shows it without
   * being counted again.
   */
  preview?: () => Promise<SerializedRecommendation>;
}

/** Creates the handler of a generate or preview button on an engine's pages. */
const generateForm = ({ intent, generate, preview }: GenerateForm): FormHandler<unknown> => ({
  isButton: true,
  async handle(_input, { viewer }) {
    const isShown = isPreview(await generate(viewer));
    return isShown ? { isShown, toast: "previewMomentum.done" } : {};
  },
  show: preview && (async () => ({ recommendation: await preview() })),
  describe: (error) => describe(intent, error),
});

function reasonOf({ kind, message, details }: ServiceError): string {
  if (kind === "unavailable") return "";
  const { retryAfterSeconds } = details;
  return retryAfterSeconds ? describeRetryAfter(retryAfterSeconds) : message;
}

/** The standard message, followed by what the user can do about it. */
function describe(intent: GenerateIntent, error: ServiceError): string {
  const { description } = messagesOf(intent).failed;
  const reason = reasonOf(error);
  return reason && reason !== description ? `${description}. ${reason}` : description;
}

/** The action of the pages of momentum: its list, and each recommendation. */
export const momentumAction = formAction({
  schema: z.object({}),
  defaultIntent: "generateMomentum",
  forms: {
    generateMomentum: generateForm({
      intent: "generateMomentum",
      generate: momentumEngine.generate,
    }),
    previewMomentum: generateForm({
      intent: "previewMomentum",
      generate: momentumEngine.preview,
      preview: async () => ({
        engine: "momentum",
        ...momentumEngine.serialize(await momentumEngine.sharedPreview()),
      }),
    }),
  },
});

/** The same of sentiment, whose button previews for users who may not generate. */
export const sentimentAction = formAction({
  schema: z.object({}),
  defaultIntent: "generateSentiment",
  forms: {
    generateSentiment: generateForm({
      intent: "generateSentiment",
      generate: sentimentEngine.generateOrPreview,
      preview: async () => ({
        engine: "sentiment",
        ...sentimentEngine.serialize(await sentimentEngine.sharedPreview()),
      }),
    }),
  },
});
