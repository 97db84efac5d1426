import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DateTime } from "~/components/ui/date-time";
import { Link } from "~/components/ui/link";
import { PageHeader } from "~/components/ui/page";
import { listSiteTexts } from "~/services/admin/site-texts.server";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const texts = await orErrorResponse(listSiteTexts(viewer));
  return { texts: texts.map((text) => ({ ...text, at: text.at?.toISOString() ?? null })) };
}

export default function SiteTexts() {
  const { texts } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Texts" standfirst="What the site says about itself." />
      <ul className="max-w-reading">
        {texts.map(({ name, label, version, isFile, at, by }) => (
          <li key={name} className="border-t border-line py-4">
            <Link to={`/admin/texts/${name}`} className="link font-medium">
              {label}
            </Link>
            <p className="text-muted">
              {isFile ? "As in the file" : `Version ${version}`}
              {at ? (
                <>
                  , saved by <bdi>{by ?? "somebody whose account is deleted"}</bdi>,{" "}
                  <DateTime value={at} withTime />
                </>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

export const meta = hiddenMeta(
  "Texts of the site",
  "What the site says about itself.",
  "/admin/texts",
);
