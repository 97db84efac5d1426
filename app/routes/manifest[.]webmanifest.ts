import { site } from "~/config/site";
import { themeColor } from "~/styles/tokens";

export function loader() {
  const manifest = {
    id: "/",
    name: site.name,
    short_name: site.name,
    description: `${site.tagline}.`,
    lang: "en",
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    background_color: themeColor.light,
    theme_color: themeColor.light,
    categories: ["finance", "news", "social"],
    icons: [
      { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icons/icon-192.png", type: "image/png", sizes: "192x192" },
      { src: "/icons/icon-512.png", type: "image/png", sizes: "512x512" },
      { src: "/icons/maskable-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
    ],
    shortcuts: [
      { name: "Research", url: "/research" },
      { name: "Community", url: "/community" },
      { name: "Momentum", url: "/momentum" },
      { name: "Sentiment", url: "/sentiment" },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      "Content-Type": "application/manifest+json; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
