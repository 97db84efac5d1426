import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readContributions } from "~/services/people/contributions.server";
import { viewerOfPage } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { dashboardPath } from "./path";
import { parseDashboardRequest } from "./query.server";
import { Articles, Comments, Reviews } from "./lists";
import { sample } from "./sample";

export async function loader(args: LoaderFunctionArgs) {
  const { params, cursors } = parseDashboardRequest(args.request);
  const viewer = params.isSample ? null : await orErrorResponse(viewerOfPage(args));
  // Signed-out users are redirected by the layout's loader.
  const { articles, reviews, comments } = viewer
    ? await orErrorResponse(readContributions(viewer, cursors))
    : sample;
  return { params, articles, reviews, comments };
}

/** The viewer's articles, reviews and comments, each paginated. */
export default function Contributions() {
  const { params, articles, reviews, comments } = useLoaderData<typeof loader>();
  const { view } = params;
  const pageOf = (kind: keyof typeof params.after) => (cursor: string | null) => {
    const { [kind]: _, ...others } = params.after;
    return dashboardPath({ ...params, after: cursor ? { ...others, [kind]: cursor } : others });
  };
  return (
    <>
      <Articles list={articles} view={view} pathOf={pageOf("articles")} />
      <Reviews list={reviews} view={view} pathOf={pageOf("reviews")} />
      <Comments list={comments} view={view} pathOf={pageOf("comments")} />
    </>
  );
}

/** Prevents going back to this page after signing out. */
export const headers = () => ({ "Cache-Control": "no-store" });
