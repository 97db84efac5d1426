import { z } from "zod";
import { hasPower } from "~/domain/permissions";
import { recentConfirmationInput, type RecentConfirmationInput } from "~/schemas/second-factor";
import { requireRecentConfirmation } from "~/services/accounts/recent-confirmation.server";
import { recordEvent } from "~/services/events/events.server";
import { requirePower } from "~/services/require-power";
import { formAction, type FormHandler } from "./form-action.server";
import type { FormIntent } from "./form-messages";

/** The fields that confirm who acts, which are not sent back. */
const CONFIRMATION = Object.keys(recentConfirmationInput.shape);

interface DescribedForm {
  input: z.ZodObject;
  handler: FormHandler<never>;
}

/**
 * Describes a form of a page under `/admin`, for `adminAction`.
 * @param input its fields, without those that confirm who acts
 */
export const adminForm = <Input extends z.ZodObject>(
  input: Input,
  handler: FormHandler<z.output<Input>>,
): DescribedForm => ({ input, handler });

/**
 * Creates the action of a page under `/admin`: a `formAction` whose forms are for administrators, and ask for the
 * password or a passkey again if the last confirmation is more than ten minutes ago. `AdminForm` in `components/admin`
 * renders such a form.
 * @throws Response 400 for anything that is not a form of this page
 */
export function adminAction(forms: { readonly [Intent in FormIntent]?: DescribedForm }) {
  const described = Object.entries(forms);
  const schemas = described.map(([intent, { input }]) =>
    input.safeExtend({ intent: z.literal(intent), ...recentConfirmationInput.shape }),
  );
  const handlers = described.map(([intent, { handler }]) => [intent, afterConfirmation(handler)]);
  return formAction({
    schema: z.discriminatedUnion("intent", schemas as never),
    forms: Object.fromEntries(handlers) as Record<FormIntent, FormHandler<never>>,
  });
}

/** @returns the handler of a form that asks first whether the person who sends it may, and is who they seem to be */
function afterConfirmation(handler: FormHandler<never>): FormHandler<never> {
  return {
    ...handler,
    hiddenFields: [...(handler.hiddenFields ?? []), ...CONFIRMATION],
    async handle(input, context) {
      const { viewer, session, client } = context;
      if (viewer && !hasPower(viewer, "administer")) {
        recordEvent({ kind: "permission-denied", user: viewer.id, action: "administer" });
      }
      requirePower(viewer, "administer");
      const confirmation: RecentConfirmationInput = input;
      await requireRecentConfirmation({ viewer, session }, confirmation, client);
      return handler.handle(input, context);
    },
  };
}
