import type { CallArguments, GetCall, CallReply } from '#contract/call.ts'
import { embeddedReplyElementId, type EmbeddedReply } from '#contract/embeddedReply.ts'
import { parseReplyTimes } from '#contract/time.ts'
import { requestedLanguage } from '#i18n/i18n.ts'
import { enqueueReadReplyForWorker } from './workerQueue.ts'
import { apiReadQuery } from './query.ts'
import { queryClient } from './queryClient.ts'
import { buildReadUrl } from './send.ts'
import { hasToken } from './session.ts'

/** Whether the page came with an answer that nobody has taken yet. */
export const hasEmbeddedReply = (): boolean => document.getElementById(embeddedReplyElementId) !== null

/**
 * Takes the answer to this read out of the page that the server sent (server/http/pages/filledPages.ts), once, so that the screen stands at its first
 * drawing as the page does. Gives it, or undefined where there is none to this very question in this very language.
 */
export function consumeEmbeddedReply<C extends GetCall>(call: C, params: CallArguments<C>): CallReply<C> | undefined {
  const element = document.getElementById(embeddedReplyElementId)
  if (!element) return undefined
  element.remove()
  const { address, lang, result } = JSON.parse(element.textContent) as EmbeddedReply
  if (address !== buildReadUrl(call, params as Record<string, unknown>) || lang !== requestedLanguage().code) return undefined
  // Of a signed-in person the server did not know: they ask for themselves at once, beside what stands already.
  const reply = parseReplyTimes(result, call.times) as CallReply<C>
  queryClient.setQueryData(apiReadQuery(call, params).queryKey, reply, { ...(hasToken() && { updatedAt: 0 }) })
  enqueueReadReplyForWorker(address, result)
  return reply
}
