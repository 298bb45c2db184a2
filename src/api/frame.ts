import type { CallArguments, GetCall, CallReply } from '#contract/call.ts'
import { frame, userStartupCallPaths, publicStartupCallPaths } from '#contract/calls/frame.ts'
import { parseReplyTimes } from '#contract/time.ts'
import { requestedLanguage } from '#i18n/i18n.ts'
import { enqueueReadReplyForWorker } from './workerQueue.ts'
import { isStaleAfterWrite } from './ownWrites.ts'
import { buildReadUrl, sendApiCall, type ApiCallOptions } from './send.ts'
import { userSessionStore } from './session.ts'

type StartupReplies = Record<string, unknown>

/** As long as an answer counts as fresh. */
const maxAgeMs = 30_000
const slowNetworkMs = 1_000

/** Parts that nobody asked for yet, by their addresses. */
const unreadPartAddresses: Record<string, string> = { ...publicStartupCallPaths, ...userStartupCallPaths }
let startupRequest: { of: string; atMs: number; parts: Promise<StartupReplies> } | undefined

const addressInLanguage = (address: string, lang: string): string => (address.endsWith('=') ? address + lang : address)

/**
 * A read: its part of the one call of the start, each part once and as long as it is fresh, for whom it was asked and in their language; else
 * by a call of its own. So it is too for a part that is missing: a token that ended is refused by the person's own call.
 */
export async function readStartupReplyOrSend<C extends GetCall>(
  call: C,
  params: CallArguments<C>,
  options: ApiCallOptions = {},
): Promise<CallReply<C>> {
  const part = await takeStartupPart(call.path, buildReadUrl(call, params as StartupReplies))
  return part === undefined ? sendApiCall(call, params, options) : (parseReplyTimes(part, call.times) as CallReply<C>)
}

async function takeStartupPart(path: string, address: string): Promise<unknown> {
  const { code: lang } = requestedLanguage()
  const name = Object.keys(unreadPartAddresses).find((partName) => addressInLanguage(unreadPartAddresses[partName]!, lang) === address)
  if (!name) return undefined
  delete unreadPartAddresses[name]
  const requestOwner = `${lang} ${userSessionStore.get().token}`
  const { of: currentOwner, atMs, parts } = (startupRequest ??= { of: requestOwner, atMs: Date.now(), parts: requestStartupReplies(lang) })
  if (currentOwner !== requestOwner || Date.now() - atMs >= maxAgeMs || isStaleAfterWrite(path, atMs)) return undefined
  // Of what is the same for everyone, the worker keeps a copy that need not wait for a slow network.
  const isStoredByWorker = name in publicStartupCallPaths && navigator.serviceWorker?.controller
  return (await (isStoredByWorker ? Promise.race([parts, resolveEmptyWhenSlow()]) : parts))[name]
}

const resolveEmptyWhenSlow = (): Promise<StartupReplies> => new Promise((resolve) => setTimeout(resolve, slowNetworkMs, {}))

// Without saying where its times are, so that each part is as it came off the wire.
const untimedFrameCall: GetCall = { ...frame.frame, times: undefined }

function requestStartupReplies(lang: string): Promise<StartupReplies> {
  return sendApiCall(untimedFrameCall, {}).then(
    (reply) => {
      const replies = reply as StartupReplies
      for (const [name, address] of Object.entries(publicStartupCallPaths))
        enqueueReadReplyForWorker(addressInLanguage(address, lang), replies[name])
      return replies
    },
    () => ({}),
  )
}
