import { desktopLimitPx } from '#contract/constants.ts'
import { systemSettingsQuery } from '#api/person.ts'
import { queryClient } from '#api/queryClient.ts'
import { isAppleMobile } from '#device/appleMobile.ts'

export interface Surroundings {
  isLimited: boolean
  widthPx: number
  userAgent: string
  touchPoints: number
  isFramed: boolean
  /** Whether the person asked for a narrow window, and the browser has none to give. */
  goesOn: boolean
}

const mobile = /Android|iPhone|iPad|iPod|Mobile|Windows Phone|BlackBerry|webOS/i

/** Whether the desktop page takes over: limited by the system, wider than 575 px, no mobile device, in no frame (requirements §2). */
export const belongsOnDesktopPage = ({ isLimited, widthPx, userAgent, touchPoints, isFramed, goesOn }: Surroundings): boolean =>
  isLimited && widthPx > desktopLimitPx && !mobile.test(userAgent) && !isAppleMobile(userAgent, touchPoints) && !isFramed && !goesOn

/** Where /pc.html finds the way back. */
const leftAddressKey = 'left-address'
/** What /pc.html calls the narrow window that it opens. */
const narrowWindow = 'fairlead-narrow'
const goesOnKey = 'goes-on'
let goesOn = false

// Where windows open as tabs as wide as all others, sending it back would go on for ever. Kept with the tab: its name is lost elsewhere.
function noteGoingOn(): void {
  goesOn = window.name === narrowWindow && window.innerWidth > desktopLimitPx
  try {
    if (goesOn) sessionStorage.setItem(goesOnKey, '1')
    else goesOn = sessionStorage.getItem(goesOnKey) !== null
  } catch {
    // Without session storage it lasts as long as the window's name.
  }
}

const surroundings = (isLimited: boolean): Surroundings => ({
  isLimited,
  widthPx: window.innerWidth,
  userAgent: navigator.userAgent,
  touchPoints: navigator.maxTouchPoints,
  goesOn,
  isFramed: window.self !== window.top,
})

function leaveIfLimited(isLimited: boolean): void {
  if (!belongsOnDesktopPage(surroundings(isLimited))) return
  try {
    sessionStorage.setItem(leftAddressKey, location.pathname + location.search + location.hash)
  } catch {
    // Without session storage /pc.html leads home.
  }
  location.replace('/pc.html')
}

/** Reads `isPcLimite` once and keeps to it, also when the window grows. */
export async function keepDesktopLimit(): Promise<void> {
  const settings = await queryClient.ensureQueryData(systemSettingsQuery()).catch(() => undefined)
  if (settings?.isPcLimite !== 1) return
  noteGoingOn()
  leaveIfLimited(true)
  window.addEventListener('resize', () => leaveIfLimited(true))
}
