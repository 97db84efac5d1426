import { NavLink as RemixNavLink } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { NavLink } from "~/components/ui/link";
import { expectConsoleError } from "../../setup/console";

function render(link: ReactElement, path: string): string {
  expectConsoleError(/useLayoutEffect does nothing on the server/);
  const Stub = createRemixStub([{ path: "*", Component: () => link }]);
  return renderToString(<Stub initialEntries={[path]} />);
}

/** The attributes of a link by name, regardless of their order. */
const attributesOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [
      name!.toLowerCase(),
      value,
    ]),
  );

describe.each([false, true])("with `end` %s", (end) => {
  test.each([
    ["/community", true],
    ["/community/", !end],
    ["/Community", true],
    ["/community/feed", !end],
    ["/community?sort=hot#post", true],
    ["/communities", false],
    ["/", false],
  ])("a link to /community on %s is current: %s", (path, isCurrent) => {
    const props = { to: "/community", className: "link", end, children: "Community" };
    const html = render(<NavLink {...props} />, path);
    expect(html.includes('aria-current="page"')).toBe(isCurrent);
    expect(attributesOf(html)).toEqual(
      attributesOf(render(<RemixNavLink {...props} discover="none" />, path)),
    );
  });
});
