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

/** Every review there is, page by page; it also ends where one cannot be had. */
const pages = (origin: string) => `next='${origin}/api/reviews?limit=1000'
while [ -n "$next" ]; do
  curl -fsS -D headers.txt "$next" || break
  next=$(sed -n 's/^[Ll]ink: <\\(.*\\)>; rel="next".*/\\1/p' headers.txt)
done`;

/** Three steps with curl: the whole of a list, a token, and what it is good for. */
export const Start = ({ origin }: { origin: string }) => (
  <ol className="grid grid-cols-1 gap-8">
    <Step number={1} title="Read a whole list" code={pages(origin)}>
      Reading needs no token. A list comes in pages, of 100 items where no <Code>limit</Code> is
      given, and each page says in its <Code>Link</Code> header where the next one is. The last one
      says nothing, and the loop ends.
    </Step>
    <Step number={2} title="Sign in, and keep the token" code={signIn(origin)}>
      An account is made here like on the page, or by a call of its own. The token is good for 30
      days from its last use.
    </Step>
    <Step number={3} title="Post an article" code={post(origin)}>
      What comes back is the article as it now stands. Posting the same link again is a 409 with the{" "}
      id of the article that has it.
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
