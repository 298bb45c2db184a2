/// <reference lib="webworker" />
import { sharePath } from '#contract/constants.ts'
import { keepShared } from '#device/sharedItems.ts'

declare const self: ServiceWorkerGlobalScope

export function isShare({ method, url }: Request): boolean {
  const { origin, pathname } = new URL(url)
  return method === 'POST' && origin === self.location.origin && pathname === sharePath
}

/** Keeps what was shared on this device, sends it nowhere, and leads to a new message that takes it up and says what is missing. */
export async function answerShare(request: Request): Promise<Response> {
  const { isKept, leftOut } = await request
    .formData()
    .then(keepShared)
    .catch(() => ({ isKept: false, leftOut: 0 }))
  return Response.redirect(`/support?new=1&shared=${isKept ? 1 : 'lost'}${leftOut > 0 ? `&leftOut=${leftOut}` : ''}`, 303)
}
