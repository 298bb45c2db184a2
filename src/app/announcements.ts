import { path } from '#sitemap'
import { onAnnouncement } from '#api/announce.ts'
import { forgetPerson, queryClient } from '#api/queryClient.ts'
import { hasOtherToken, onOtherTabsToken, rememberRedirect } from '#api/session.ts'
import { toast } from '#ui/toast.ts'
import { hideOverlay, showOverlay } from './loadingOverlay.ts'
import { router } from './router.ts'

/** A 401 anywhere: the person is forgotten on this device, the way here is remembered, /login opens (product §2.17). */
async function leaveSignedIn(): Promise<void> {
  // The session of another tab is not this one's to end.
  if (hasOtherToken()) return location.reload()
  const { href, pathname } = router.state.location
  await forgetPerson()
  if (pathname === path.signIn) return
  rememberRedirect(href)
  await router.navigate({ to: path.signIn, search: { redirect: href } })
}

/** From now on failures become toasts, a lost session leads to /login, and writes in flight show the overlay. */
export function listenToAnnouncements(): void {
  // Whoever is signed in now: nothing of the one before stays on the screen.
  onOtherTabsToken(() => location.reload())
  let leaving: Promise<void> | undefined
  onAnnouncement((announcement) => {
    if (announcement.kind === 'failed') toast(announcement.message, { tone: 'bad' })
    // Several calls fail together; one departure serves them all.
    if (announcement.kind === 'signedOut') leaving ??= leaveSignedIn().finally(() => (leaving = undefined))
  })
  let writes = 0
  queryClient.getMutationCache().subscribe(() => {
    const now = queryClient.isMutating({ predicate: ({ options }) => options.meta?.['overlay'] !== 'none' })
    if (now > 0 && writes === 0) showOverlay()
    if (now === 0 && writes > 0) hideOverlay()
    writes = now
  })
}
