import { path } from '#sitemap'
import { onApiLayerEvent } from '#api/stream/appEvents.ts'
import { endSessionOnDevice, queryClient } from '#api/queryClient.ts'
import { hasOtherTabSignedIn, onOtherTabSessionChange, rememberPostSignInRedirect } from '#api/session.ts'
import { showToast } from '#ui/toast.ts'
import { finishLoadingOverlay, showLoadingOverlay } from './loadingOverlay.ts'
import { router } from '../router.ts'

/** A 401 anywhere: the person is forgotten on this device, the way here is remembered, /login opens (docs/rules/accounts.md). */
async function redirectSignedOut(): Promise<void> {
  // The session of another tab is not this one's to end.
  if (hasOtherTabSignedIn()) return location.reload()
  const { href, pathname } = router.state.location
  await endSessionOnDevice()
  if (pathname === path.signIn) return
  rememberPostSignInRedirect(href)
  await router.navigate({ to: path.signIn, search: { redirect: href } })
}

/** From now on failures become toasts, a lost session leads to /login, and writes in flight show the overlay. */
export function startApiLayerEventHandlers(): void {
  // Whoever is signed in now: nothing of the one before stays on the screen.
  onOtherTabSessionChange(() => location.reload())
  let redirecting: Promise<void> | undefined
  onApiLayerEvent((announcement) => {
    if (announcement.kind === 'failed') showToast(announcement.message, { tone: 'bad' })
    // Several calls fail together; one departure serves them all.
    if (announcement.kind === 'signedOut') redirecting ??= redirectSignedOut().finally(() => (redirecting = undefined))
  })
  let pendingWrites = 0
  queryClient.getMutationCache().subscribe(() => {
    const now = queryClient.isMutating({ predicate: ({ options }) => options.meta?.['overlay'] !== 'none' })
    if (now > 0 && pendingWrites === 0) showLoadingOverlay()
    if (now === 0 && pendingWrites > 0) finishLoadingOverlay()
    pendingWrites = now
  })
}
