/** Runs loaders and actions of routes in this process, and renders their pages as the server does. */
import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { pino, type Logger } from "pino";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { ToastProvider } from "~/components/ui/toast";
import { site } from "~/config/site";
import type { Viewer } from "~/domain/viewer";

export const ORIGIN = "https://site.example";

export interface Asked {
  params?: Record<string, string | undefined>;
  method?: string;
  headers?: Record<string, string>;
  cookie?: string;
  body?: BodyInit;
  address?: string;
  log?: Logger;
  origin?: string;
}

/** The arguments of a loader or an action. */
export function argsFor(path: string, asked: Asked = {}): ActionFunctionArgs {
  const { params = {}, method, headers, cookie = "", body, address = "192.0.2.1" } = asked;
  const { log = pino({ level: "silent" }), origin = ORIGIN } = asked;
  const request = new Request(origin + path, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { Cookie: cookie, ...headers },
    body,
  });
  const context: AppLoadContext = {
    nonce: "",
    requestId: "request-1",
    clientAddress: address,
    log,
  };
  return { request, params, context };
}

/** A loader or an action. */
export type Handler = (args: ActionFunctionArgs) => unknown;

type DataOf<Result> = Result extends { data: infer Data; init: unknown }
  ? Data
  : Result extends Response
    ? never
    : Result;

export interface Answer<Data> {
  status: number;
  headers: Headers;
  location: string | null;
  /** What a page gets; of a response, such as a redirect, nothing. */
  data: Data;
}

/** Runs a loader or an action. @returns its answer, whether it is data or a response, returned or thrown */
export async function ask<Run extends Handler>(
  handler: Run,
  path: string,
  asked: Asked = {},
): Promise<Answer<DataOf<Awaited<ReturnType<Run>>>>> {
  const result: unknown = await (async () => handler(argsFor(path, asked)))().catch(
    (thrown: unknown) => {
      if (thrown instanceof Response) return thrown;
      throw thrown;
    },
  );
  const { data, init } =
    result instanceof Object && "init" in result && "data" in result
      ? (result as { data: unknown; init: ResponseInit | null })
      : { data: result, init: null };
  const isResponse = result instanceof Response;
  const headers = new Headers(isResponse ? result.headers : init?.headers);
  return {
    status: isResponse ? result.status : (init?.status ?? 200),
    headers,
    location: headers.get("Location"),
    data: (isResponse ? null : data) as never,
  };
}

/** Runs a loader. @returns the data of its page */
export const load = async <Run extends Handler>(loader: Run, path: string, asked?: Asked) =>
  (await ask(loader, path, asked)).data;

interface Rendering {
  path?: string;
  viewer?: Viewer | null;
  /** The names of the people whom the viewer has blocked. */
  blocked?: readonly string[];
  /** What the page's action has returned. */
  posted?: unknown;
  wrap?: (page: React.ReactElement) => React.ReactElement;
}

/** Renders a page with the data of its loader. @returns its markup */
export function render(
  Page: ComponentType,
  data: unknown = null,
  { path = "/", viewer = null, blocked = [], posted = null, wrap = (page) => page }: Rendering = {},
): string {
  const root = {
    ...{ site, viewer, blocked, origin: null, isViewerUnknown: false, scheme: "system" },
    ...{ toast: null, sample: false, year: 2026 },
  };
  const loader = () => null;
  const Component = () => (
    <ToastProvider>
      <Outlet />
    </ToastProvider>
  );
  const children = [{ id: "page", path: "*", loader, Component: Page }];
  const Stub = createRemixStub([{ id: "root", loader, Component, children }]);
  const page = JSON.parse(JSON.stringify(data)) as unknown;
  const hydrationData = { loaderData: { root, page }, actionData: { page: posted } };
  const element = wrap(<Stub initialEntries={[path]} hydrationData={hydrationData} />);
  return withoutWarning(() => renderToString(element))
    .replaceAll("<!-- -->", "")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'");
}

/** React warns about this because the stub is made for the browser. */
function withoutWarning<Result>(work: () => Result): Result {
  const { error } = console;
  console.error = (...values: unknown[]) => {
    if (!/useLayoutEffect does nothing on the server/.test(String(values[0]))) error(...values);
  };
  try {
    return work();
  } finally {
    console.error = error;
  }
}

/** The words of markup. */
export const wordsOf = (markup: string): string =>
  markup.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
