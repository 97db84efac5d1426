import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { formAction } from "~/utils/forms/form-action.server";
import { generateForm, noFields } from "~/utils/forms/generate-form.server";

/** The action of the list and of a recommendation's page. */
export const generateAction = formAction({
  schema: noFields,
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
