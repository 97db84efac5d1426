import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminForm } from "~/components/admin/admin-form";
import { ChangedText } from "~/components/ui/changed-text";
import { PageHeader } from "~/components/ui/page";
import { siteTexts } from "~/domain/site-texts";
import { parsePathNumber } from "~/schemas/path-numbers";
import { backToTextInput } from "~/schemas/site-texts";
import { goBackToText, readTextChange } from "~/services/admin/site-texts.server";
import { adminAction, adminForm } from "~/utils/forms/admin-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { pageMeta } from "~/utils/seo/meta";
import { wordDiff } from "~/utils/word-diff.server";

export { keepPageWhenSignedOut as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";

/** @throws Response 404 for what is neither a number nor `file`, which is version 0 */
function versionIn(segment: string | undefined): number {
  const version = segment === "file" ? 0 : parsePathNumber(segment);
  if (version === null) throw new Response(null, { status: 404 });
  return version;
}

export async function loader(args: LoaderFunctionArgs) {
  const { name = "", version } = args.params;
  const viewer = await requireViewerOrForm(args);
  if (!viewer) return null;
  const number = versionIn(version);
  const { before, after, ...found } = await orErrorResponse(readTextChange(viewer, name, number));
  return {
    ...found,
    number,
    parts: before === after ? null : wordDiff(before, after),
  };
}

export const action = adminAction({
  backToText: adminForm(backToTextInput, {
    page: ({ params }) => `/admin/texts/${params.name}`,
    isButton: true,
    handle: ({ version }, { viewer, params }) =>
      goBackToText(viewer, params.name ?? "", versionIn(params.version), version),
  }),
});
export const clientAction = formClientAction("backToText");

export default function TextVersion() {
  const found = useLoaderData<typeof loader>();
  if (!found) return <PageHeader title="Version" />;
  const { name, number, newest, isApplied, isFile, parts } = found;
  const { label } = siteTexts[name];
  const standfirst = number ? "What it changed." : "What going back to it would change.";
  return (
    <>
      <PageHeader
        trail={[
          { label: "Texts", to: "/admin/texts" },
          { label, to: `/admin/texts/${name}` },
        ]}
        title={number ? `Version ${number}` : "The text of the file"}
        standfirst={number && isFile ? "It went back to the text of the file." : standfirst}
      />
      <div className="grid max-w-reading gap-8">
        {isApplied ? (
          <p>This applies now.</p>
        ) : (
          <AdminForm
            intent="backToText"
            label={number ? "Back to this version" : "Back to the text of the file"}
            pendingLabel="Going back…"
            variant="secondary"
          >
            {() => <input type="hidden" name="version" value={newest} />}
          </AdminForm>
        )}
        {parts ? (
          <ChangedText parts={parts} />
        ) : (
          <p className="text-muted">The words are the same.</p>
        )}
      </div>
    </>
  );
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta({
    matches,
    title: `${data ? siteTexts[data.name].label : "Text"} · Version · Admin`,
    hidden: true,
  });
