import { momentumEngine } from "~/services/recommendations/momentum.server";
import { formAction } from "~/utils/forms/form-action.server";
import { generateForm, noFields } from "~/utils/forms/generate-form.server";

/** The action of the list and of a recommendation's page. */
export const generateAction = formAction({
  schema: noFields,
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
