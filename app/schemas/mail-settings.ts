import { z } from "zod";
import { digestFrequencies, isTimeZone } from "~/domain/digest-times";
import { chosenNoticeKinds, deliveries, type ChosenNoticeKind } from "~/domain/notices";

const delivery = z.enum(deliveries, "Please choose one of these.");
const kinds = Object.fromEntries(chosenNoticeKinds.map((kind) => [kind, delivery])) as Record<
  ChosenNoticeKind,
  typeof delivery
>;

const wholeNumber = (from: number, to: number) =>
  z.coerce.number("Please choose one of these.").int().min(from).max(to);

/** Input of the form about mails in the settings. */
export const mailSettingsInput = z.object({
  ...kinds,
  frequency: z.enum(digestFrequencies, "Please choose one of these."),
  hour: wholeNumber(0, 23),
  weekday: wholeNumber(1, 7),
  timeZone: z
    .string("Please choose a time zone.")
    .max(64)
    .refine(isTimeZone, "Please choose a time zone."),
});
export type MailSettingsInput = z.output<typeof mailSettingsInput>;

export const mailSettingsIntent = z.discriminatedUnion("intent", [
  mailSettingsInput.extend({ intent: z.literal("changeMails") }),
  z.object({ intent: z.literal("resumeMails") }),
]);
