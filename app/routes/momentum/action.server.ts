import { generateMomentum } from "~/services/recommendations/momentum.server";
import { previewMomentum, sharedMomentumPreview } from "~/services/recommendations/preview.server";
import { serializeMomentum } from "~/services/recommendations/serializers";
import { formAction } from "~/utils/forms/form-action.server";
import { generateForm, noFields } from "~/utils/forms/generate-form.server";

/** The action of the list and of a recommendation's page. */
export const generateAction = formAction({
  schema: noFields,
  defaultIntent: "generateMomentum",
  forms: {
    generateMomentum: generateForm({ intent: "generateMomentum", generate: generateMomentum }),
    previewMomentum: generateForm({
      intent: "previewMomentum",
      generate: previewMomentum,
      preview: async () => ({
        engine: "momentum",
        ...serializeMomentum(await sharedMomentumPreview()),
      }),
    }),
  },
});
