import {
  generateOrPreviewSentiment,
  sharedSentimentPreview,
} from "~/services/recommendations/preview.server";
import { serializeSentiment } from "~/services/recommendations/serializers";
import { formAction } from "~/utils/forms/form-action.server";
import { generateForm, noFields } from "~/utils/forms/generate-form.server";

/** The action of the list and of a recommendation's page. */
export const generateAction = formAction({
  schema: noFields,
  defaultIntent: "generateSentiment",
  forms: {
    generateSentiment: generateForm({
      intent: "generateSentiment",
      generate: generateOrPreviewSentiment,
      preview: async () => ({
        engine: "sentiment",
        ...serializeSentiment(await sharedSentimentPreview()),
      }),
    }),
  },
});
