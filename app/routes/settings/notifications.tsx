import type { FieldMetadata } from "@conform-to/react";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { PostedForm } from "~/components/accounts/forms";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { SelectField } from "~/components/ui/field";
import { TextLink } from "~/components/ui/link";
import { Section } from "~/components/ui/page";
import { digestFrequencies, type DigestFrequency } from "~/domain/digest-times";
import {
  deliveries,
  chosenNoticeKinds,
  noticeRules,
  type Delivery,
  type NoticeKind,
} from "~/domain/notices";
import { mailSettingsIntent } from "~/schemas/mail-settings";
import {
  changeMailSettings,
  readMailSettings,
  resumeMails,
} from "~/services/mail/mail-settings.server";
import { startsScripts } from "~/utils/browser/starts-scripts";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { useViewer } from "~/utils/root-data";
import { hiddenMeta } from "~/utils/seo/meta";
import { SettingsButton } from "./form";

export { keepPageWhenSignedOut as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";

const PATH = "/settings/notifications";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewerOrForm(args);
  // The list of the browser may have other names for the same zones, so all pages have the server's.
  const timeZones = ["UTC", ...Intl.supportedValuesOf("timeZone")];
  if (!viewer) return { settings: null, nextDigest: null, timeZones };
  const { nextDigestAt, ...settings } = await orErrorResponse(readMailSettings(viewer));
  const timeZone = settings.timeZone ?? "UTC";
  if (!timeZones.includes(timeZone)) timeZones.push(timeZone);
  return { settings, nextDigest: nextDigestAt && describeTime(nextDigestAt, timeZone), timeZones };
}

/** "Monday, January 5 at 8:04 AM" */
const describeTime = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en", {
    timeZone,
    ...{ weekday: "long", month: "long", day: "numeric", hour: "numeric", minute: "2-digit" },
  }).format(time);

export const action = formAction({
  schema: mailSettingsIntent,
  forms: {
    changeMails: {
      page: PATH,
      handle: ({ intent: _intent, ...input }, { viewer }) => changeMailSettings(viewer, input),
    },
    resumeMails: {
      isButton: true,
      page: PATH,
      handle: (_input, { viewer }) => resumeMails(viewer),
    },
  },
});
export const clientAction = formClientAction("changeMails");

const DELIVERY_LABELS: Record<Delivery, string> = {
  "at-once": "At once",
  digest: "In the digest",
  never: "Never",
};
const FREQUENCY_LABELS: Record<DigestFrequency, string> = {
  never: "Never",
  daily: "Every day",
  weekly: "Every week",
};
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const deliveryOptions = deliveries.map((value) => ({ value, label: DELIVERY_LABELS[value] }));
const frequencyOptions = digestFrequencies.map((value) => ({
  value,
  label: FREQUENCY_LABELS[value],
}));
const weekdayOptions = WEEKDAYS.map((label, i) => ({ value: String(i + 1), label }));
const hourOptions = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

/** The label beside the control, so that ten of them are a short list. */
const inOneRow = "grid-cols-[minmax(0,1fr)_10.75rem] items-center gap-x-4";

export default function NotificationSettings() {
  const { settings, nextDigest, timeZones } = useLoaderData<typeof loader>();
  const viewer = useViewer();
  return (
    <Section
      id="mails"
      title="Notices by mail"
      standfirst={
        <>
          Every notice is on <TextLink to="/notices">your page of notices</TextLink>. Choose which
          of them are mailed to you as well.
        </>
      }
      isFirst
    >
      {viewer && !viewer.hasProvenEmail ? (
        <p className="mb-8 rounded border border-line px-4 py-3">
          Nothing is mailed to you until you have{" "}
          <TextLink to="/prove-email">confirmed your address</TextLink>.
        </p>
      ) : null}
      {settings?.isStopped ? (
        <div className="mb-8 grid gap-4 rounded border border-negative bg-negative-wash px-4 py-3">
          <p>
            The mail server of your address has refused several mails in a row, so we have stopped
            sending notices and digests there. If the address is right and takes mails again, start
            them again.
          </p>
          <SettingsButton
            intent="resumeMails"
            label="Start them again"
            pendingLabel="Starting…"
            variant="secondary"
          />
        </div>
      ) : null}
      <PostedForm<NoticeKind | "frequency" | "hour" | "weekday" | "timeZone">
        intent="changeMails"
        defaultValue={
          settings && {
            ...settings.deliveries,
            frequency: settings.frequency,
            hour: String(settings.hour),
            weekday: String(settings.weekday),
            timeZone: settings.timeZone ?? "UTC",
          }
        }
        label="Save"
        pendingLabel="Saving…"
      >
        {(fields) => (
          <>
            {chosenNoticeKinds.map((kind) =>
              kind === "applicant" && !viewer?.isMember ? (
                // Only members are told of applications.
                <input
                  key={kind}
                  type="hidden"
                  name={kind}
                  value={settings?.deliveries[kind] ?? noticeRules(kind).delivery}
                />
              ) : (
                <SelectField
                  key={kind}
                  label={noticeRules(kind).label}
                  field={fields[kind]}
                  options={deliveryOptions}
                  className={inOneRow}
                />
              ),
            )}
            <fieldset className="mt-6 grid gap-5">
              <legend className="mb-5 font-display text-xl">Digest</legend>
              <p className="text-base text-muted">
                One mail with what is new where you follow, your notices that are not mailed at
                once, and the week’s recommendations. There is none when nothing is new.
              </p>
              <SelectField label="How often" field={fields.frequency} options={frequencyOptions} />
              <div className="grid gap-5 sm:grid-cols-2">
                <SelectField
                  label="On"
                  hint="For a weekly digest."
                  field={fields.weekday}
                  options={weekdayOptions}
                />
                <SelectField
                  label="At"
                  hint="Or a few minutes later."
                  field={fields.hour}
                  options={hourOptions}
                />
              </div>
              <TimeZoneField
                field={fields.timeZone}
                timeZones={timeZones}
                isChosen={settings?.timeZone != null}
              />
              {nextDigest ? (
                <p className="text-base text-muted">Your next digest is due on {nextDigest}.</p>
              ) : null}
            </fieldset>
          </>
        )}
      </PostedForm>
      {viewer ? null : (
        <p className="mt-5 text-base text-muted">
          <SignInTrigger variant="link" redirectTo={PATH} /> to change what is mailed to you.
        </p>
      )}
    </Section>
  );
}

interface TimeZoneFieldProps {
  field: FieldMetadata<string>;
  timeZones: readonly string[];
  isChosen: boolean;
}

/** Until a time zone is chosen, scripts select the browser's. */
function TimeZoneField({ field, timeZones, isChosen }: TimeZoneFieldProps) {
  const { id } = field;
  useEffect(() => {
    const select = document.getElementById(id);
    if (isChosen || !(select instanceof HTMLSelectElement)) return;
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if ([...select.options].some(({ value }) => value === timeZone)) select.value = timeZone;
    else select.add(new Option(timeZone, timeZone, false, true));
  }, [id, isChosen]);
  return (
    <div {...startsScripts}>
      <SelectField
        label="Time zone"
        field={field}
        options={timeZones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
      />
    </div>
  );
}

export const meta = hiddenMeta("Notices by mail", "What is mailed to you, and when.", PATH);
