import { getFormProps, useForm } from "@conform-to/react";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import type { IdentityField } from "~/components/accounts/identity-fields";
import { RecentConfirmation } from "~/components/admin/recent-confirmation";
import { Button } from "~/components/ui/button";
import { DateTime } from "~/components/ui/date-time";
import { TextareaField } from "~/components/ui/field";
import { FormAlert } from "~/components/ui/form";
import { TextLink } from "~/components/ui/link";
import { PageHeader, Prose, Section } from "~/components/ui/page";
import { MAX_SITE_TEXT_LENGTH, siteTexts } from "~/domain/site-texts";
import { siteTextInput } from "~/schemas/site-texts";
import {
  previewSiteText,
  readSiteTextToEdit,
  saveSiteText,
} from "~/services/admin/site-texts.server";
import { adminAction, adminForm } from "~/utils/forms/admin-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { useResultOf } from "~/utils/forms/result-of";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { pageMeta } from "~/utils/seo/meta";

export { keepPageWhenSignedOut as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewerOrForm(args);
  const found =
    viewer && (await orErrorResponse(readSiteTextToEdit(viewer, args.params.name ?? "")));
  return (
    found && {
      ...found,
      versions: found.versions.map((row) => ({ ...row, at: row.at.toISOString() })),
    }
  );
}

export const action = adminAction({
  saveText: adminForm(siteTextInput, {
    page: ({ params }) => `/admin/texts/${params.name}`,
    handle: (input, { viewer, params }) => saveSiteText(viewer, params.name ?? "", input),
  }),
  previewText: adminForm(siteTextInput, {
    isRead: true,
    async handle({ text }, { viewer, params }) {
      return { textPreview: await previewSiteText(viewer, params.name ?? "", text) };
    },
  }),
});
export const clientAction = formClientAction("saveText");

type Found = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>>;

const trail = [{ label: "Texts", to: "/admin/texts" }];

export default function SiteTextPage() {
  const found = useLoaderData<typeof loader>();
  if (!found) return <PageHeader trail={trail} title="Text" />;
  const { label, path } = siteTexts[found.name];
  return (
    <>
      <PageHeader
        trail={trail}
        title={label}
        standfirst={
          <>
            Shown at <TextLink to={path}>{path}</TextLink>. Markdown; {"{product}"} and{" "}
            {"{contact}"} stand for the name of the site and its contact address.
          </>
        }
      />
      <TextForm {...found} />
      <Versions {...found} />
    </>
  );
}

function TextForm({ name, text, version }: Found) {
  const saved = useResultOf("saveText");
  const previewed = useResultOf("previewText");
  const result = saved ?? previewed;
  const [form, fields] = useForm<Record<IdentityField | "text", string>>({
    id: `text-${name}`,
    defaultValue: { text },
    lastResult: result?.submission,
    shouldRevalidate: "onSubmit",
  });
  const isOutdated = result?.formError?.kind === "conflict";
  // After a conflict, saving again is meant to replace the version of which the page tells.
  const submitted = result?.submission?.initialValue?.version as string | undefined;
  const posted = useNavigation().formData?.get("intent");
  const preview = previewed?.textPreview;
  return (
    <>
      {/* Percent-encoded, a long text would be several times as large. */}
      <Form
        method="post"
        encType="multipart/form-data"
        {...getFormProps(form)}
        preventScrollReset
        className="grid max-w-reading gap-5"
      >
        <FormAlert>{result?.formError?.message}</FormAlert>
        {isOutdated ? (
          <p>
            <TextLink to={`/admin/texts/${name}/${version}`}>See what they changed</TextLink>
          </p>
        ) : null}
        <input type="hidden" name="version" value={isOutdated ? version : (submitted ?? version)} />
        <TextareaField
          label="Text"
          field={fields.text}
          rows={24}
          limit={MAX_SITE_TEXT_LENGTH}
          hint={siteTexts[name].hint}
          spellCheck
          required
        />
        <RecentConfirmation
          fields={fields as unknown as Parameters<typeof RecentConfirmation>[0]["fields"]}
          submit="Save the text"
        />
        <div className="flex flex-wrap gap-3">
          <Button
            name="intent"
            value="saveText"
            pending={posted === "saveText"}
            pendingLabel="Saving…"
          >
            Save the text
          </Button>
          <Button
            name="intent"
            value="previewText"
            variant="secondary"
            pending={posted === "previewText"}
            pendingLabel="Rendering…"
          >
            Preview
          </Button>
        </div>
      </Form>
      {preview ? (
        <Section id="preview" title="Preview" standfirst="Nothing is stored yet.">
          <div className="max-w-reading rounded border border-line px-5 py-4">
            <p dir="auto" className="mb-4 font-display text-3xl wrap-anywhere">
              {preview.title}
            </p>
            <Prose html={preview.html} />
          </div>
        </Section>
      ) : null}
    </>
  );
}

const Versions = ({ name, versions }: Found) => (
  <Section
    id="versions"
    title="Versions"
    standfirst="Who saved what when, what it changed, and the way back."
  >
    <ol className="max-w-reading">
      {versions.map(({ version, at, by }, index) => (
        <li key={version} className="border-t border-line py-3">
          <TextLink to={`/admin/texts/${name}/${version}`}>Version {version}</TextLink>{" "}
          <span className="text-muted">
            by <bdi>{by ?? "somebody whose account is deleted"}</bdi>,{" "}
            <DateTime value={at} withTime />
            {index ? null : " (now)"}
          </span>
        </li>
      ))}
      <li className="border-t border-line py-3">
        <TextLink to={`/admin/texts/${name}/file`}>The text of the file</TextLink>
        {versions.length ? null : <span className="text-muted"> (now)</span>}
      </li>
    </ol>
  </Section>
);

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta({
    matches,
    title: `${data ? siteTexts[data.name].label : "Text"} · Admin`,
    hidden: true,
  });
