import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readContributions } from "~/services/dashboard/dashboard.server";
import { getViewer } from "~/utils/http/auth.server";
import { orNotFound } from "~/utils/http/error-responses.server";
import { addressOf } from "./path";
import { askedFor } from "./query.server";
import { Articles, Comments, Reviews } from "./lists";
import { sample } from "./sample";

export async function loader({ request }: LoaderFunctionArgs) {
  const { asked, places } = askedFor(request);
  const viewer = asked.isSample ? null : await orNotFound(getViewer(request));
  // Who is not signed in is led to where they can be, by the layout.
  const { articles, reviews, comments } = viewer
    ? await orNotFound(readContributions(viewer, places))
    : sample;
  return { asked, articles, reviews, comments };
}

/** What the viewer has written, each kind in pages. */
export default function Contributions() {
  const { asked, articles, reviews, comments } = useLoaderData<typeof loader>();
  const { view } = asked;
  const pageOf = (kind: keyof typeof asked.after) => (place: string | null) => {
    const { [kind]: _, ...others } = asked.after;
    return addressOf({ ...asked, after: place ? { ...others, [kind]: place } : others });
  };
  return (
    <>
      <Articles list={articles} view={view} address={pageOf("articles")} />
      <Reviews list={reviews} view={view} address={pageOf("reviews")} />
      <Comments list={comments} view={view} address={pageOf("comments")} />
    </>
  );
}

/** Nobody is to see it by going back after its viewer has signed out. */
export const headers = () => ({ "Cache-Control": "no-store" });
