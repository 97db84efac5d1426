import type { LoaderFunctionArgs } from "@remix-run/node";
import { findCategory } from "~/domain/categories";
import { placeholderImage } from "./placeholder-image";

/** The default image of a category's articles. */
export function loader({ params }: LoaderFunctionArgs) {
  const [, slug = ""] = /^([a-z-]+)\.svg$/.exec(params.file ?? "") ?? [];
  if (!findCategory(slug)) throw new Response(null, { status: 404 });
  return new Response(placeholderImage(slug), {
    headers: {
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Cache-Control": "public, max-age=86400",
    },
  });
}
