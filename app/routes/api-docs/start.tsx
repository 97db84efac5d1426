import type { ReactNode } from "react";
import { Code, CodeBlock } from "./code";

const JSON_HEADER = "-H 'Content-Type: application/json'";

const signIn = (origin: string) => `TOKEN=$(curl -s '${origin}/api/auth/login' \\
  ${JSON_HEADER} \\
  -d '{"email": "you@example.org", "password": "…"}' |
  sed -n 's/.*"token":"\\([^"]*\\)".*/\\1/p')`;

const post = (origin: string) => `curl '${origin}/api/articles/create' \\
  -H "Authorization: Bearer $TOKEN" \\
  ${JSON_HEADER} \\
  -d '{
    "title": "What the term premium is telling us",
    "summary": "Why long yields rise while policy rates fall.",
    "url": "https://example.org/term-premium"
  }'`;

/** Fetches all reviews page by page; stops on errors. */
const pages = (origin: string) => `next='${origin}/api/reviews?limit=1000'
while [ -n "$next" ]; do
  curl -fsS -D headers.txt "$next" || break
  next=$(sed -n 's/^[Ll]ink: <\\(.*\\)>; rel="next".*/\\1/p' headers.txt)
done`;

/** Three steps with curl: reading a whole list, signing in, and posting. */
export const QuickStart = ({ origin }: { origin: string }) => (
  <ol className="grid grid-cols-1 gap-8">
    <Step number={1} title="Read a whole list" code={pages(origin)}>
      Reading needs no token. Lists are paginated, with 100 items per page unless you set{" "}
      <Code>limit</Code>, and the <Code>Link</Code> header of each page has the URL of the next. The
      last page has none, which ends the loop.
    </Step>
    <Step number={2} title="Sign in, and keep the token" code={signIn(origin)}>
      Create an account on the site or through the API. The token expires 30 days after its last
      use.
    </Step>
    <Step number={3} title="Post an article" code={post(origin)}>
      The response is the new article. Posting the same link again returns a 409 with the id of the
      existing article.
    </Step>
  </ol>
);

interface StepProps {
  number: number;
  title: string;
  code: string;
  children: ReactNode;
}

const Step = ({ number, title, code, children }: StepProps) => (
  <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2">
    <span aria-hidden="true" className="font-display text-xl text-muted tabular-nums">
      {number}
    </span>
    <div className="min-w-0">
      <h3 className="font-display text-xl font-medium">{title}</h3>
      <p className="mt-1 mb-3 text-pretty">{children}</p>
      <CodeBlock label={title}>{code}</CodeBlock>
    </div>
  </li>
);
