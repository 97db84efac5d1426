/** The API routes in documentation order, without the route of the OpenAPI document itself. */
import * as email from "../api.account.email._index";
import * as confirmEmail from "../api.account.email.confirm";
import * as restoreEmail from "../api.account.email.restore";
import * as password from "../api.account.password";
import * as exportCall from "../api.account.export._index";
import * as exportFile from "../api.account.export.file";
import * as leave from "../api.account.leave";
import * as profile from "../api.account.profile";
import * as session from "../api.account.sessions.$id";
import * as sessions from "../api.account.sessions._index";
import * as tokens from "../api.account.tokens";
import * as article from "../api.articles.$id._index";
import * as comments from "../api.articles.$id.comments";
import * as articleRevisions from "../api.articles.$id.revisions._index";
import * as articleRevision from "../api.articles.$id.revisions.$version";
import * as upvote from "../api.articles.$id.upvote._index";
import * as check from "../api.articles.$id.upvote.check";
import * as articles from "../api.articles._index";
import * as create from "../api.articles.create";
import * as view from "../api.articles.view";
import * as draft from "../api.drafts.$id";
import * as drafts from "../api.drafts._index";
import * as factor from "../api.account.second-factor._index";
import * as confirmFactor from "../api.account.second-factor.confirm";
import * as recoveryCodes from "../api.account.second-factor.recovery-codes";
import * as removeFactor from "../api.account.second-factor.remove";
import * as forgot from "../api.auth.forgot";
import * as login from "../api.auth.login";
import * as proveEmail from "../api.auth.prove-email._index";
import * as mailProof from "../api.auth.prove-email.send";
import * as reset from "../api.auth.reset";
import * as signup from "../api.auth.signup";
import * as verify from "../api.auth.verify";
import * as category from "../api.categories.$slug._index";
import * as categoryArticles from "../api.categories.$slug.articles";
import * as comment from "../api.comments.$id._index";
import * as commentRevisions from "../api.comments.$id.revisions._index";
import * as commentRevision from "../api.comments.$id.revisions.$version";
import * as ledgerEntry from "../api.ledger.$seq";
import * as ledger from "../api.ledger._index";
import * as ledgerExport from "../api.ledger.export";
import * as momentumDetails from "../api.momentum-recommendations.$id";
import * as momentum from "../api.momentum-recommendations._index";
import * as generateMomentum from "../api.momentum-recommendations.generate";
import * as previewMomentum from "../api.momentum-recommendations.preview";
import * as person from "../api.people.$name._index";
import * as personArticles from "../api.people.$name.articles";
import * as personComments from "../api.people.$name.comments";
import * as personReviews from "../api.people.$name.reviews";
import * as pdfContent from "../api.pdf-content";
import * as hubs from "../api.research-hubs";
import * as review from "../api.reviews.$id._index";
import * as reviewRevisions from "../api.reviews.$id.revisions._index";
import * as reviewRevision from "../api.reviews.$id.revisions.$version";
import * as reviews from "../api.reviews._index";
import * as sentimentDetails from "../api.sentiment-recommendations.$id";
import * as sentiment from "../api.sentiment-recommendations._index";
import * as generateSentiment from "../api.sentiment-recommendations.generate";
import * as previewSentiment from "../api.sentiment-recommendations.preview";
import * as whitepaper from "../api.whitepaper[.]pdf";

/** The route modules by path. */
export const calls = {
  "/api/auth/signup": signup,
  "/api/auth/login": login,
  "/api/auth/verify": verify,
  "/api/auth/prove-email": proveEmail,
  "/api/auth/prove-email/send": mailProof,
  "/api/auth/forgot": forgot,
  "/api/auth/reset": reset,
  "/api/account/password": password,
  "/api/account/email": email,
  "/api/account/email/confirm": confirmEmail,
  "/api/account/email/restore": restoreEmail,
  "/api/account/profile": profile,
  "/api/account/sessions": sessions,
  "/api/account/sessions/{id}": session,
  "/api/account/tokens": tokens,
  "/api/account/export": exportCall,
  "/api/account/export/file": exportFile,
  "/api/account/leave": leave,
  "/api/account/second-factor": factor,
  "/api/account/second-factor/confirm": confirmFactor,
  "/api/account/second-factor/recovery-codes": recoveryCodes,
  "/api/account/second-factor/remove": removeFactor,
  "/api/articles": articles,
  "/api/articles/create": create,
  "/api/articles/view": view,
  "/api/articles/{id}": article,
  "/api/articles/{id}/upvote": upvote,
  "/api/articles/{id}/upvote/check": check,
  "/api/articles/{id}/comments": comments,
  "/api/articles/{id}/revisions": articleRevisions,
  "/api/articles/{id}/revisions/{version}": articleRevision,
  "/api/comments/{id}": comment,
  "/api/comments/{id}/revisions": commentRevisions,
  "/api/comments/{id}/revisions/{version}": commentRevision,
  "/api/drafts": drafts,
  "/api/drafts/{id}": draft,
  "/api/reviews": reviews,
  "/api/reviews/{id}": review,
  "/api/reviews/{id}/revisions": reviewRevisions,
  "/api/reviews/{id}/revisions/{version}": reviewRevision,
  "/api/research-hubs": hubs,
  "/api/categories/{slug}": category,
  "/api/categories/{slug}/articles": categoryArticles,
  "/api/people/{name}": person,
  "/api/people/{name}/articles": personArticles,
  "/api/people/{name}/reviews": personReviews,
  "/api/people/{name}/comments": personComments,
  "/api/momentum-recommendations": momentum,
  "/api/momentum-recommendations/generate": generateMomentum,
  "/api/momentum-recommendations/preview": previewMomentum,
  "/api/momentum-recommendations/{id}": momentumDetails,
  "/api/sentiment-recommendations": sentiment,
  "/api/sentiment-recommendations/generate": generateSentiment,
  "/api/sentiment-recommendations/preview": previewSentiment,
  "/api/sentiment-recommendations/{id}": sentimentDetails,
  "/api/ledger": ledger,
  "/api/ledger/{seq}": ledgerEntry,
  "/api/ledger/export": ledgerExport,
  "/api/pdf-content": pdfContent,
  "/api/whitepaper.pdf": whitepaper,
} as const;
