import { z } from "zod";
import { describeShares, sharesOf } from "~/domain/allocation";
import { describeRetryAfter } from "~/domain/retry-after";
import type { Viewer } from "~/domain/viewer";
import type { ServiceError } from "~/services/errors";
import { isPreview } from "~/services/recommendations/engine.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import type { MomentumRow, SentimentRow } from "~/models/recommendation.server";
import type { SerializedRecommendation } from "~/presenters/recommendations";
import { formAction, type FormHandler } from "./form-action.server";
import { messagesOf } from "./form-messages";
import type { ToastKey } from "../toasts/toasts";

type GenerateIntent = `${"generate" | "preview"}${"Momentum" | "Sentiment"}`;

interface GenerateForm {
  intent: GenerateIntent;
  generate: (viewer: Viewer | null) => Promise<MomentumRow | SentimentRow>;
  /** The toast if what was published differs from the preview. */
  changed?: ToastKey;
  /**
   * Reads the current preview, which is the same for everybody. A repeated post, such as a reload, shows it without
   * being counted again.
   */
  preview?: () => Promise<SerializedRecommendation>;
}

const MAX_PREVIEWED_LENGTH = 2_000;

const generateInput = z
  .object({
    /** The allocation of the preview from which this is published; absent without a preview. */
    previewed: z.string().max(MAX_PREVIEWED_LENGTH).optional(),
    confirmed: z.literal("on").optional(),
  })
  .refine(({ previewed, confirmed }) => previewed === undefined || confirmed, {
    message: "Tick “Publish it for good” to publish a recommendation.",
  });

/** Creates the handler of a generate or preview button on an engine's pages. */
const generateForm = ({
  intent,
  generate,
  changed,
  preview,
}: GenerateForm): FormHandler<z.output<typeof generateInput>> => ({
  isButton: true,
  async handle({ previewed }, { viewer }) {
    const made = await generate(viewer);
    if (isPreview(made)) return { isShown: true, toast: "previewMomentum.done" };
    const isAsPreviewed =
      previewed === undefined || previewed === describeShares(sharesOf(made.allocation));
    return isAsPreviewed ? {} : { toast: changed };
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
  schema: generateInput,
  defaultIntent: "generateMomentum",
  forms: {
    generateMomentum: generateForm({
      intent: "generateMomentum",
      generate: momentumEngine.generate,
      changed: "generateMomentum.changed",
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

const previewOfSentiment = async (): Promise<SerializedRecommendation> => ({
  engine: "sentiment",
  ...sentimentEngine.serialize(await sentimentEngine.sharedPreview()),
});

/** The same of sentiment. Generating it shows a preview to users who may not. */
export const sentimentAction = formAction({
  schema: generateInput,
  defaultIntent: "generateSentiment",
  forms: {
    generateSentiment: generateForm({
      intent: "generateSentiment",
      generate: sentimentEngine.generateOrPreview,
      changed: "generateSentiment.changed",
      preview: previewOfSentiment,
    }),
    previewSentiment: generateForm({
      intent: "previewSentiment",
      generate: sentimentEngine.preview,
      preview: previewOfSentiment,
    }),
  },
});
