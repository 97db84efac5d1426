import { createRemixStub } from "@remix-run/testing";
import type { ReactElement, ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { CategoryFailed } from "~/routes/category.$slug/category-errors";
import { GeneralErrorBoundary } from "~/components/error-boundary";
import { Frame } from "~/components/frame/frame";
import { RequestIdProvider } from "~/utils/http/request-id";
import type { RootData } from "~/utils/root-data";
import { toasts } from "~/utils/toasts/toasts";
import { expectConsoleError } from "../../setup/console";

const rootData: RootData = {
  site: {
    name: "Testament",
    tagline: "A tagline",
    socialUrl: "https://social.example/x",
    repositoryUrl: "https://code.example/x",
    contactEmail: "a@b.example",
  },
  origin: null,
  viewer: null,
  isViewerUnknown: false,
  scheme: "system",
  toast: null,
  unreadNotices: 0,
  sample: false,
  year: 2031,
};

const somebody = {
  id: "1",
  name: "Mara",
  email: "mara@x.example",
  isMember: false,
  hasProvenEmail: true,
  createdAt: new Date("2031-01-01"),
};

/** Renders on the server; the stub is a router for browsers, so React reports an error. */
function render(element: ReactElement): string {
  expectConsoleError(/useLayoutEffect does nothing on the server/);
  return renderToString(element).replaceAll("<!-- -->", "");
}

/** A thrown response in the form that the router passes to an error boundary. */
const thrown = (status: number, data: unknown = null) => ({
  status,
  statusText: "",
  internal: false,
  data,
});

interface Situation {
  at?: string;
  root?: Partial<RootData>;
  error?: unknown;
  boundary?: () => ReactNode;
  screen?: () => ReactNode;
}

/** Renders the body of the document as the server sends it. */
function page({ at = "/", root = {}, error, boundary, screen = () => null }: Situation): string {
  const Stub = createRemixStub([
    {
      id: "root",
      path: "/",
      ErrorBoundary: boundary ?? (() => <GeneralErrorBoundary />),
      children: [
        { id: "front", index: true, Component: screen },
        { id: "rest", path: "*", Component: screen },
      ],
    },
  ]);
  return render(
    <Stub
      initialEntries={[at]}
      hydrationData={{
        loaderData: { root: { ...rootData, ...root } },
        ...(error !== undefined && { errors: { root: error } }),
      }}
    />,
  );
}

const framed = (root: Partial<RootData> = {}, at = "/") => {
  const Stub = createRemixStub([
    { id: "root", path: "*", Component: () => <Frame>{<h1>Screen</h1>}</Frame> },
  ]);
  return render(
    <Stub
      initialEntries={[at]}
      hydrationData={{ loaderData: { root: { ...rootData, ...root } } }}
    />,
  );
};

describe("the frame", () => {
  test.each([
    ["/login?redirectTo=%2Fstocks%3Fq%3Da", "%2Fstocks%3Fq%3Da"],
    ["/community?sort=hot", "%2Fcommunity%3Fsort%3Dhot"],
    ["/login?redirectTo=%2F%2Fevil.example", "%2F"],
    ["/login", "%2F"],
  ])("at %s a visitor can sign in to return to %s", (at, target) => {
    expect(framed({}, at)).toMatch(new RegExp(`href="/login\\?redirectTo=${target}"[^>]*>Sign In`));
  });

  test("shows the configured name and links of the site, and the year", () => {
    const html = framed();
    expect(html).toContain("© 2031 Testament");
    expect(html).toContain("A tagline");
    expect(html).toContain('href="https://social.example/x"');
    expect(html).toContain('href="https://code.example/x"');
    for (const path of ["/whitepaper", "/declaration", "/rules", "/privacy", "/terms"]) {
      expect(html).toContain(`href="${path}"`);
    }
  });

  test("tells those who are suspended until when, and leads to the reasons", () => {
    const suspension = { until: new Date("2031-02-03T10:00:00Z"), decisionId: "d1" };
    const html = framed({ viewer: { ...somebody, suspension } });
    expect(html).toMatch(/Your account is suspended.* until .*2031-02-03/);
    expect(html).toContain('href="/moderation/decisions/d1"');
    const forGood = framed({ viewer: { ...somebody, suspension: { ...suspension, until: null } } });
    expect(forGood).toMatch(/Your account is suspended<\/b> for good/);
    expect(framed({ viewer: somebody })).not.toContain("suspended");
  });

  test("leads users to their own pages from a menu under their name", () => {
    const html = framed({ viewer: somebody, unreadNotices: 3 });
    expect(html).toContain("Welcome, mara@x.example");
    const [, button = "", menu = ""] =
      /<summary[^>]*class="account-button">(.*?)<\/summary>(.*?)<\/details>/.exec(html) ?? [];
    expect(button).toContain("Mara");
    const links = [...menu.matchAll(/href="([^"]+)"[^>]*>([^<]+)/g)].map(([, to, label]) => [
      to,
      label,
    ]);
    expect(links).toEqual([
      ["/dashboard", "Dashboard"],
      ["/drafts", "Drafts"],
      ["/saved", "Saved"],
      ["/following", "Following"],
      ["/notices", "Notices"],
      ["/flags", "Flags"],
      ["/people/Mara", "My page"],
      ["/invitations", "Invitations"],
      ["/settings", "Settings"],
    ]);
    expect(menu).toMatch(/unread: <\/span><span[^>]*>3</);
    expect(menu).toMatch(/action="\/logout".*Sign out/);
  });

  test("says that the content is a sample", () => {
    const sentence = "Sample content: a demonstration community";
    expect(framed({ sample: true })).toContain(sentence);
    expect(framed()).not.toContain(sentence);
  });

  test("has each toast in one live region, and an empty region for status messages", () => {
    const regions = /aria-live|role="(?:status|alert)"/g;
    expect(framed().match(regions)).toEqual(['role="status"']);
    expect(framed({ toast: toasts["upvote.done"] }).match(regions)).toEqual(['role="status"']);
    const failed = framed({ toast: toasts["upvote.failed"] });
    expect(failed.match(regions)).toEqual(['role="status"', 'role="alert"']);
    expect(failed).toMatch(/role="status"[^>]*><\/div>.*role="alert"/);
  });
});

describe("when a screen fails", () => {
  test.each([400, 418, 503])(
    "a %i shows its status, a sentence and a link to the front page",
    (status) => {
      const html = page({ error: thrown(status, "secret detail") });
      expect(html).toMatch(/<h1[^>]*>[A-Z][^<]+\.<\/h1>/);
      expect(html).toContain(`>${status}</dd>`);
      expect(html).toContain('href="/"');
      expect(html).not.toContain("secret detail");
    },
  );

  test("the failed page can be tried again, with its query", () => {
    const html = page({ at: "/article/x?after=y", error: thrown(500) });
    expect(html).toMatch(/href="\/article\/x\?after=y"[^>]*>Try again/);
    const boundary = () => <CategoryFailed />;
    expect(page({ at: "/category/macro?sort=top", error: thrown(500), boundary })).toMatch(
      /href="\/category\/macro\?sort=top"[^>]*>Try again/,
    );
  });

  test("the request id is shown, from the response or from the server", () => {
    expect(page({ error: thrown(500, { requestId: "r-1" }) })).toContain(">r-1</dd>");
    const boundary = () => (
      <RequestIdProvider value="r-2">
        <GeneralErrorBoundary />
      </RequestIdProvider>
    );
    expect(page({ error: thrown(503), boundary })).toContain(">r-2</dd>");
  });

  test("the message of an exception is hidden in production", () => {
    vi.stubEnv("DEV", false);
    try {
      const html = page({ error: new Error("password of the database") });
      expect(html).toContain(">500</dd>");
      expect(html).not.toContain("password of the database");
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
