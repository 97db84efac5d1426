import type { LoaderFunctionArgs } from "@remix-run/node";
import { accentStyles } from "~/services/site-settings/accent.server";

/** The styles that apply an accent colour. */
export function loader({ params: { file = "" } }: LoaderFunctionArgs) {
  const [, color] = /^([0-9a-f]{6})\.css$/.exec(file) ?? [];
  const styles = color ? accentStyles(`#${color}`) : null;
  if (!styles) throw new Response(null, { status: 404 });
  return new Response(styles, {
    headers: {
      "Content-Type": "text/css; charset=utf-8",
      // A later version of the site may mix the colours that follow from it otherwise.
      "Cache-Control": "public, max-age=86400",
    },
  });
}
