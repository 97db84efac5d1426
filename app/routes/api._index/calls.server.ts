/**
 * All API routes, in documentation order. A test compares the list with the files `routes/api.*`.
 */
import { endpointsOf } from "~/utils/http/endpoint.server";
import type { DescribedPath } from "~/utils/openapi/document.server";
import * as article from "../api.articles.$id._index";
import * as comments from "../api.articles.$id.comments";
import * as upvote from "../api.articles.$id.upvote._index";
import * as check from "../api.articles.$id.upvote.check";
import * as articles from "../api.articles._index";
import * as create from "../api.articles.create";
import * as view from "../api.articles.view";
import * as login from "../api.auth.login";
import * as signup from "../api.auth.signup";
import * as verify from "../api.auth.verify";
import * as category from "../api.categories.$slug._index";
import * as categoryArticles from "../api.categories.$slug.articles";
import * as momentum from "../api.momentum-recommendations._index";
import * as generateMomentum from "../api.momentum-recommendations.generate";
import * as document from "../api.openapi[.]json";
import * as pdfContent from "../api.pdf-content";
import * as hubs from "../api.research-hubs";
import * as reviews from "../api.reviews";
import * as sentiment from "../api.sentiment-recommendations._index";
import * as generateSentiment from "../api.sentiment-recommendations.generate";
import * as whitepaper from "../api.whitepaper[.]pdf";

/**
 * @returns the route modules by path. A function, because of a circular import: the OpenAPI
 *   document is itself one of the calls.
 */
export const routesByPath = () =>
  ({
    "/api/auth/signup": signup,
    "/api/auth/login": login,
    "/api/auth/verify": verify,
    "/api/articles": articles,
    "/api/articles/create": create,
    "/api/articles/view": view,
    "/api/articles/{id}": article,
    "/api/articles/{id}/upvote": upvote,
    "/api/articles/{id}/upvote/check": check,
    "/api/articles/{id}/comments": comments,
    "/api/reviews": reviews,
    "/api/research-hubs": hubs,
    "/api/categories/{slug}": category,
    "/api/categories/{slug}/articles": categoryArticles,
    "/api/momentum-recommendations": momentum,
    "/api/momentum-recommendations/generate": generateMomentum,
    "/api/sentiment-recommendations": sentiment,
    "/api/sentiment-recommendations/generate": generateSentiment,
    "/api/pdf-content": pdfContent,
    "/api/whitepaper.pdf": whitepaper,
    "/api/openapi.json": document,
  }) as const;

/** @returns the endpoints by path */
export const describedPaths = (): DescribedPath[] =>
  Object.entries(routesByPath()).map(([path, route]) => ({
    path,
    endpoints: endpointsOf(route),
  }));
