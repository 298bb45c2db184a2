import { mobileLayoutMaxWidthPx } from '#contract/constants.ts'
import { systemSettingsQuery } from '#api/person.ts'
import { queryClient } from '#api/queryClient.ts'
import { isAppleMobile } from '#device/appleMobile.ts'

export interface DesktopPageConditions {
  isLimited: boolean
  widthPx: number
  userAgent: string
  touchPoints: number
  isFramed: boolean
  /** Whether the person asked for a narrow window, and the browser has none to give. */
  isWideAccepted: boolean
}

const mobile = /Android|iPhone|iPad|iPod|Mobile|Windows Phone|BlackBerry|webOS/i

/** Whether the desktop page takes over: limited by the system, wider than 575 px, no mobile device, in no frame (docs/rules/interface.md). */
export const shouldShowDesktopPage = ({
  isLimited,
  widthPx,
  userAgent,
  touchPoints,
  isFramed,
  isWideAccepted,
}: DesktopPageConditions): boolean =>
  isLimited &&
  widthPx > mobileLayoutMaxWidthPx &&
  !mobile.test(userAgent) &&
  !isAppleMobile(userAgent, touchPoints) &&
  !isFramed &&
  !isWideAccepted

/** Where /pc.html finds the way back. */
const previousAddressKey = 'left-address'
/** What /pc.html calls the narrow window that it opens. */
const narrowWindow = 'fairlead-narrow'
const continueHereKey = 'goes-on'
let isWideAccepted = false

// Where windows open as tabs as wide as all others, sending it back would go on for ever. Kept with the tab: its name is lost elsewhere.
function rememberContinueHere(): void {
  isWideAccepted = window.name === narrowWindow && window.innerWidth > mobileLayoutMaxWidthPx
  try {
    if (isWideAccepted) sessionStorage.setItem(continueHereKey, '1')
    else isWideAccepted = sessionStorage.getItem(continueHereKey) !== null
  } catch {
    // Without session storage it lasts as long as the window's name.
  }
}

const desktopPageConditions = (isLimited: boolean): DesktopPageConditions => ({
  isLimited,
  widthPx: window.innerWidth,
  userAgent: navigator.userAgent,
  touchPoints: navigator.maxTouchPoints,
  isWideAccepted,
  isFramed: window.self !== window.top,
})

function redirectIfLimited(isLimited: boolean): void {
  if (!shouldShowDesktopPage(desktopPageConditions(isLimited))) return
  try {
    sessionStorage.setItem(previousAddressKey, location.pathname + location.search + location.hash)
  } catch {
    // Without session storage /pc.html leads home.
  }
  location.replace('/pc.html')
}

/** Reads `isPcLimite` once and keeps to it, also when the window grows. */
export async function startDesktopPageRedirect(): Promise<void> {
  const settings = await queryClient.ensureQueryData(systemSettingsQuery()).catch(() => undefined)
  if (settings?.isPcLimite !== 1) return
  rememberContinueHere()
  redirectIfLimited(true)
  window.addEventListener('resize', () => redirectIfLimited(true))
}
