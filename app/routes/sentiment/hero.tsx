import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { useViewer } from "~/utils/root-data";

/** The sentiment page's hero, the only full-colour area of the site. */
export function SentimentHero() {
  const isSignedIn = useViewer() !== null;
  return (
    // Focus outlines need a different colour to be visible on purple.
    <header className="bg-sentiment-deep text-on-sentiment-deep print:bg-transparent print:text-ink [&_:focus-visible]:outline-on-sentiment-deep">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-end justify-between gap-x-8 gap-y-6 px-4 py-12 sm:px-6 sm:py-20 lg:px-8">
        <div className="max-w-measure min-w-0">
          <h1 className="page-title">Sentiment Analysis Hub</h1>
          <p className="mt-4 font-display text-lg text-balance sm:text-xl">
            AI-powered crypto recommendations from social sentiment and community engagement
          </p>
        </div>
        {isSignedIn ? null : (
          <SignInTrigger variant="secondary">Sign In to Generate Recommendations</SignInTrigger>
        )}
      </div>
    </header>
  );
}
