/// <reference lib="webworker" />
import { shareTargetPath } from '#contract/constants.ts'
import { storeIncomingShare } from '#device/sharedItems.ts'

declare const self: ServiceWorkerGlobalScope

export function isShareTargetRequest({ method, url }: Request): boolean {
  const { origin, pathname } = new URL(url)
  return method === 'POST' && origin === self.location.origin && pathname === shareTargetPath
}

/** Keeps what was shared on this device, sends it nowhere, and leads to a new message that takes it up and says what is missing. */
export async function answerShareTargetRequest(request: Request): Promise<Response> {
  const { isKept, leftOut } = await request
    .formData()
    .then(storeIncomingShare)
    .catch(() => ({ isKept: false, leftOut: 0 }))
  return Response.redirect(`/support?new=1&shared=${isKept ? 1 : 'lost'}${leftOut > 0 ? `&leftOut=${leftOut}` : ''}`, 303)
}
