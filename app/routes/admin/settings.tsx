import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type ShouldRevalidateFunction } from "@remix-run/react";
import { z } from "zod";
import { AdminForm } from "~/components/admin/admin-form";
import { TextLink } from "~/components/ui/link";
import { PageHeader, Section } from "~/components/ui/page";
import { environment } from "~/config/env.server";
import { configuredSite } from "~/config/site";
import { siteSettingsInput, limitField, limitVariables } from "~/schemas/site-settings";
import { DESIGN_ACCENT } from "~/services/site-settings/accent.server";
import {
  changeSiteSettings,
  listSettingChanges,
  settingFields,
} from "~/services/site-settings/change-settings.server";
import { goBackTo, loadSiteSettings } from "~/services/site-settings/site-settings.server";
import { adminAction, adminForm } from "~/utils/forms/admin-action.server";
import { formClientAction, keepPageWhenSignedOut } from "~/utils/forms/offline-fallback";
import { useResultOf } from "~/utils/forms/result-of";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";
import { SettingChanges } from "./setting-changes";
import { SettingFields, type SettingField } from "./setting-fields";

export { noStore as headers } from "~/utils/http/headers";

/** Also after a conflict, so that saving again sends the newest revision as `seen`. */
export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  args.actionStatus === CONFLICT || keepPageWhenSignedOut(args);
const CONFLICT = 409;

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewerOrForm(args);
  return viewer && orErrorResponse(read());

  async function read() {
    const changes = await listSettingChanges(viewer);
    const { settings, revision } = await loadSiteSettings();
    const variables = environment();
    const limits = limitVariables.map((variable) => ({
      variable,
      field: limitField(variable),
      configured: variables[variable],
    }));
    return {
      revision,
      values: { ...settingFields(settings), revision: String(revision) },
      limits,
      configured: configuredSite,
      designAccent: DESIGN_ACCENT,
      logo: settings.logo?.hash ?? null,
      changes: changes.map((change) => ({ ...change, at: change.at.toISOString() })),
    };
  }
}

export const action = adminAction({
  changeSite: adminForm(siteSettingsInput, {
    page: "/admin/settings",
    handle: (input, { viewer }) => changeSiteSettings(viewer, input),
  }),
  goBack: adminForm(z.object({ earlier: z.coerce.number().int().min(0) }), {
    page: "/admin/settings",
    isButton: true,
    handle: ({ earlier }, { viewer }) => goBackTo(viewer, earlier),
  }),
});
export const clientAction = formClientAction("changeSite");

export default function SiteSettingsPage() {
  const found = useLoaderData<typeof loader>();
  const refused = useResultOf("changeSite")?.submission?.initialValue;
  if (!found) return <PageHeader title="Settings" />;
  const { revision, values, logo, changes, ...shown } = found;
  return (
    <>
      <PageHeader
        title="Settings"
        standfirst="They apply at once, in every process, without a restart. A field that is left empty has its value from the environment."
      />
      <AdminForm<SettingField | "revision">
        // Fields keep what they show, so each change needs a new form; a refused one stays, with what was typed.
        key={String(refused?.revision ?? revision)}
        intent="changeSite"
        defaultValue={values}
        label="Save the settings"
        pendingLabel="Saving…"
      >
        {(fields) => (
          <>
            <input type="hidden" name="revision" value={fields.revision.initialValue} />
            <input type="hidden" name="seen" value={revision} />
            <SettingFields fields={fields} {...shown} />
          </>
        )}
      </AdminForm>
      <Section id="logo" title="Logo" standfirst="The picture in the header, in place of the mark.">
        {logo ? (
          <img
            src={`/images/logo/${logo}`}
            alt="What the header shows now"
            className="mb-4 h-12 max-w-48 object-contain"
          />
        ) : null}
        <TextLink to="/admin/settings/logo">
          {logo ? "Change or remove the picture" : "Choose a picture"}
        </TextLink>
      </Section>
      <SettingChanges changes={changes} />
    </>
  );
}

export const meta = hiddenMeta(
  "Settings of the site",
  "Settings that apply without a restart.",
  "/admin/settings",
);
