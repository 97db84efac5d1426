import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { comments, notes, paragraphs } from "../notes.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.note.title ?? "Not found" },
  { name: "description", content: data?.note.summary.slice(0, 150) },
];

export function loader({ params }: LoaderFunctionArgs) {
  const note = notes.find(({ slug }) => slug === params.slug);
  if (!note) throw new Response("Not found", { status: 404 });
  return { note, paragraphs, comments };
}

export default function NotePage() {
  const { note, paragraphs, comments } = useLoaderData<typeof loader>();
  return (
    <main>
      <article>
        <h1>{note.title}</h1>
        <p className="about">By {note.author.name}</p>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </article>
      <section aria-label="Comments">
        <h2>{comments.length} comments</h2>
        {comments.map(({ id, author, writtenAt, text }) => (
          <div className="card" key={id}>
            <p className="about">
              {author} · <time dateTime={writtenAt}>{writtenAt.slice(0, 10)}</time>
            </p>
            <p>{text}</p>
          </div>
        ))}
      </section>
    </main>
  );
}
