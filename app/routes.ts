import { flatRoutes } from "@remix-run/fs-routes";
import { index, layout, route } from "@remix-run/route-config";
import { feedFormats, feedPaths } from "./config/feeds";
import { hubPaths, reviewPaths } from "./config/hubs";
import { engines } from "./domain/engines";

/** The screens that share a layout or have several paths. The names of other files define their paths. */
export default [
  ...(await flatRoutes({ ignoredRouteFiles: ["**/.*", "**/*.test.{ts,tsx}"] })),
  route("research-hub", "routes/research/route.tsx", { id: "research-hub" }),
  ...["declaration", "privacy", "terms"].map((path) =>
    route(path, "routes/legal/page.tsx", { id: `legal:${path}` }),
  ),
  ...["login", "signup"].map((path) =>
    route(path, "routes/accounts/account.tsx", { id: `account:${path}` }),
  ),
  route("welcome", "routes/accounts/welcome.tsx"),
  route("login/code", "routes/accounts/second-step.tsx"),
  route("forgot", "routes/accounts/forgot.tsx"),
  route("reset/:secret", "routes/accounts/reset.tsx"),
  route("prove-email/:secret?", "routes/accounts/prove-email.tsx"),
  ...["change-email", "restore-email"].map((path) =>
    route(`${path}/:secret`, "routes/accounts/email-link.tsx", { id: path }),
  ),
  route("api", "routes/api-docs/overview.tsx"),
  route("api-docs/:tag", "routes/api-docs/tag.tsx"),
  route("article/:id", "routes/article/layout.tsx", [index("routes/article/discussion.tsx")]),
  route("article/:id/edit", "routes/editing/article.tsx"),
  route("comment/:id/edit", "routes/editing/comment.tsx"),
  ...reviewPaths.map((path) =>
    route(`${path}/edit`, "routes/editing/review.tsx", { id: `edit:${path}` }),
  ),
  ...["article/:id", "comment/:id", ...reviewPaths].map((path) =>
    route(`${path}/changes/:version?`, "routes/editing/changes.tsx", { id: `changes:${path}` }),
  ),
  layout("routes/hubs/layout.tsx", [
    ...hubPaths.map((path) => route(path, "routes/hubs/reviews.tsx", { id: `hub:${path}` })),
    ...reviewPaths.map((path) => route(path, "routes/hubs/review.tsx", { id: `review:${path}` })),
  ]),
  route("dashboard", "routes/dashboard/layout.tsx", [index("routes/dashboard/contributions.tsx")]),
  route("settings", "routes/settings/layout.tsx", [
    index("routes/settings/profile.tsx"),
    route("sign-in", "routes/settings/sign-in.tsx"),
    route("second-factor", "routes/settings/second-factor.tsx"),
    route("sessions", "routes/settings/sessions.tsx"),
    route("notifications", "routes/settings/notifications.tsx"),
    route("people", "routes/settings/people.tsx"),
    route("data", "routes/settings/data.tsx"),
  ]),
  route("admin", "routes/admin/layout.tsx", [
    index("routes/admin/overview.tsx"),
    route("people", "routes/admin/people.tsx"),
    route("people/:id", "routes/admin/person.tsx"),
    route("settings", "routes/admin/settings.tsx"),
    route("settings/logo", "routes/admin/logo.tsx"),
    route("texts", "routes/admin/texts.tsx"),
    route("texts/:name", "routes/admin/text.tsx"),
    route("texts/:name/:version", "routes/admin/text-version.tsx"),
    route("jobs", "routes/admin/jobs.tsx"),
    route("events", "routes/admin/events.tsx"),
  ]),
  route("admin/passkey", "routes/admin/passkey.ts"),
  route("moderation/decide/:kind/:id", "routes/moderation/decide.tsx"),
  route("moderation/decisions", "routes/moderation/decisions.tsx"),
  route("moderation/decisions/:id", "routes/moderation/decision.tsx"),
  route("moderation", "routes/moderation/layout.tsx", [
    index("routes/moderation/queue.tsx"),
    route("people/:name/invitations", "routes/moderation/invitations.tsx"),
    ...["appeals", "hidden", "decided", "domains"].map((name) =>
      route(name, `routes/moderation/${name}.tsx`),
    ),
  ]),
  route("drafts", "routes/drafts/list.tsx"),
  route("drafts/save", "routes/drafts/save.ts"),
  route("drafts/preview", "routes/drafts/preview.ts"),
  route("settings/data/export.zip", "routes/settings/export-file.ts"),
  ...feedFormats.map((format) =>
    route(`people/:name/feed.${format}`, "routes/people/feed.ts", { id: `person-feed:${format}` }),
  ),
  route("community/new", "routes/community/new.tsx"),
  route("community/view", "routes/community/view.ts"),
  route("community/names", "routes/people/names.ts"),
  ...feedFormats.map((format) =>
    route(`following/:secret/feed.${format}`, "routes/following/feed.ts", {
      id: `following-feed:${format}`,
    }),
  ),
  route("people", "routes/people/list.tsx"),
  route("people/:name/:kind?", "routes/people/person.tsx"),
  ...engines.map((engine) =>
    layout("routes/recommendations/layout.tsx", { id: `recommendations:${engine}` }, [
      route(engine, `routes/${engine}/list.tsx`),
      route(`${engine}/:id`, `routes/${engine}/recommendation.tsx`),
    ]),
  ),
  ...engines.flatMap((engine) => [
    route(`${engine}/track-record`, "routes/track-record/page.tsx", {
      id: `track-record:${engine}`,
    }),
    route(`${engine}/track-record.csv`, "routes/track-record/csv.ts", {
      id: `track-record-csv:${engine}`,
    }),
  ]),
  route("momentum/backtest.csv", "routes/track-record/backtest-csv.ts"),
  route("moderation/log", "routes/moderation/log.tsx"),
  route("moderation/log/:year", "routes/moderation/log-year.tsx"),
  ...feedPaths.map((path) => route(path, "routes/feeds/feed.ts", { id: `feed:${path}` })),
];
