/** Posts something once a second while a measurement runs. */
import { ScriptError } from "../lib/project.mjs";
import type { MeasuredRequest } from "./measure";
import type { Server } from "./workshop";

const EVERY_MS = 1_000;

/**
 * @param write returns the next request to post
 * @throws the error of `act`, or ScriptError if a post failed
 */
export async function withWriter<Result>(
  { origin }: Server,
  write: () => MeasuredRequest,
  act: () => Promise<Result>,
): Promise<Result> {
  const failures: unknown[] = [];
  const posts: Promise<unknown>[] = [];
  const post = () => void posts.push(send(origin, write()).catch((error) => failures.push(error)));
  post();
  const timer = setInterval(post, EVERY_MS);
  let result: Result;
  try {
    result = await act();
  } finally {
    clearInterval(timer);
    await Promise.all(posts);
  }
  if (failures.length) throw failures[0];
  return result;
}

async function send(origin: string, { path, ...request }: MeasuredRequest): Promise<void> {
  const response = await fetch(origin + path, request);
  const body = await response.text();
  if (!response.ok) {
    throw new ScriptError(`Posting to ${path} was answered ${response.status}: ${body}`);
  }
}
