import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { getFormProps, useForm } from "@conform-to/react";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { IdentityField } from "~/components/accounts/identity-fields";
import { AdminForm } from "~/components/admin/admin-form";
import { RecentConfirmation } from "~/components/admin/recent-confirmation";
import { Button } from "~/components/ui/button";
import { InputField } from "~/components/ui/field";
import { FormAlert } from "~/components/ui/form";
import { PageHeader } from "~/components/ui/page";
import { MAX_LOGO_BYTES, MAX_LOGO_SIDE, logoTypes } from "~/domain/site-settings";
import { requirePower } from "~/services/require-power";
import { takeLogoAway } from "~/services/site-settings/logo.server";
import { loadSiteSettings } from "~/services/site-settings/site-settings.server";
import { adminAction, adminForm } from "~/utils/forms/admin-action.server";
import type { FormResult } from "~/utils/forms/form-result";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";
import { uploadLogo } from "./upload-logo.server";

export { noStore as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewerOrForm(args);
  return viewer && orErrorResponse(read());

  async function read() {
    requirePower(viewer, "administer");
    return { hasLogo: (await loadSiteSettings()).settings.logo !== null };
  }
}

const removeAction = adminAction({
  removeLogo: adminForm(z.object({}), {
    page: "/admin/settings",
    isButton: true,
    handle: (_, { viewer }) => takeLogoAway(viewer),
  }),
});

export const action = Object.assign(
  (args: ActionFunctionArgs) =>
    args.request.headers.get("Content-Type")?.startsWith("multipart/form-data")
      ? uploadLogo(args)
      : removeAction(args),
  { intents: removeAction.intents },
);

export default function LogoPage() {
  const found = useLoaderData<typeof loader>();
  const answer = useActionData<FormResult>();
  const result = answer?.intent === "setLogo" ? answer : undefined;
  const [form, fields] = useForm<Record<IdentityField | "logo", string>>({
    id: "setLogo",
    lastResult: result?.submission,
  });
  return (
    <>
      <PageHeader
        trail={[{ label: "Settings", to: "/admin/settings" }]}
        title="Logo"
        standfirst={`PNG, JPEG or WebP, at most ${MAX_LOGO_BYTES / 1024} KB and ${MAX_LOGO_SIDE} pixels wide and high. It is shown 24 pixels high.`}
      />
      <Form
        method="post"
        encType="multipart/form-data"
        {...getFormProps(form)}
        reloadDocument
        className="grid max-w-md gap-5"
      >
        <FormAlert>{result?.formError?.message}</FormAlert>
        <InputField
          label="Picture"
          name="logo"
          type="file"
          accept={logoTypes.join(",")}
          errors={fields.logo.errors}
        />
        <RecentConfirmation
          fields={fields as unknown as Parameters<typeof RecentConfirmation>[0]["fields"]}
          submit="Show this picture"
        />
        <Button className="justify-self-start">Show this picture</Button>
      </Form>
      {found?.hasLogo ? (
        <div className="mt-10">
          <AdminForm
            intent="removeLogo"
            label="Remove the picture"
            pendingLabel="Removing…"
            variant="secondary"
          />
        </div>
      ) : null}
    </>
  );
}

export const meta = hiddenMeta(
  "Logo of the site",
  "The picture in the header.",
  "/admin/settings/logo",
);
