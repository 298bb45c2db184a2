/// <reference lib="webworker" />
import type { MessageToPage } from './messages.ts'

declare const self: ServiceWorkerGlobalScope

const openPages = (): Promise<readonly WindowClient[]> => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Whoever shows this read asks for it again. */
export async function refreshReadInPages(path: string): Promise<void> {
  for (const page of await openPages()) page.postMessage({ type: 'fresher', path } satisfies MessageToPage)
}

// A page that hears it answers at once; a browser lets a window be opened for about a second after the press.
const patienceMs = 600

/** Brings the app to the front at this address: in a window that is open, or else in a new one. */
export async function openAppAtAddress(link: string): Promise<void> {
  const pages = await openPages()
  const page = pages.find(({ focused }) => focused) ?? pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0]
  if (page) {
    const focused = await page.focus().catch(() => page)
    if (await takes(focused, link)) return
    // A page of an older build, or one that hangs: it is loaded anew there, where the browser lets us.
    if (await focused.navigate(link).catch(() => null)) return
  }
  await self.clients.openWindow(link)
}

function takes(page: WindowClient, link: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), patienceMs)
  })
  page.postMessage({ type: 'open', link } satisfies MessageToPage, [port2])
  return answered.finally(() => port1.close())
}
